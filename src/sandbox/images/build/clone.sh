#!/bin/sh
# Puts COMMIT of REPOSITORY under /opt/mutagree/root, installs it in place, and notes the commit that it came to.
set -eu
. /opt/mutagree/build/certificates.sh
git init -q /opt/mutagree/source
cd /opt/mutagree/source
git fetch -q --depth 1 "$REPOSITORY" "$COMMIT"
git checkout -q FETCH_HEAD
git rev-parse HEAD >/opt/mutagree/commit
/bin/sh /opt/mutagree/build/pip.sh --editable /opt/mutagree/source
rm -rf .git
python3 -m compileall -q /opt/mutagree/source >/dev/null || true
ln -s /opt/mutagree/source /opt/mutagree/root
chmod -R a+rX /opt/mutagree
