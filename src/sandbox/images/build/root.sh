#!/bin/sh
# Links /opt/mutagree/root to the folder that task paths are relative to: pip's packages, or the source of a package,
# unpacked from the index without running any of it.
set -eu
. /opt/mutagree/build/certificates.sh
case "$1" in
site-packages)
  ln -s "$(python3 -c 'import site; print(site.getsitepackages()[0])')" /opt/mutagree/root
  ;;
sdist)
  python3 /opt/mutagree/build/fetch_source.py "$2" "$3" /opt/mutagree/source
  # A file that this Python cannot compile (a template, Python 2) is no reason to stop.
  python3 -m compileall -q /opt/mutagree/source >/dev/null || true
  ln -s /opt/mutagree/source /opt/mutagree/root
  ;;
esac
chmod -R a+rX /opt/mutagree
