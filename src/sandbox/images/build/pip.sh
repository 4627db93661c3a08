#!/bin/sh
# Installs the requirements that are its arguments (or those of a file: --requirements FILE; or a folder in place:
# --editable FOLDER) beside Debian's packages; pip compiles them to bytecode, so that a read-only container starts fast.
set -eu
. /opt/mutagree/build/certificates.sh
if [ "$1" = --requirements ]; then
  set -- --requirement "$2"
elif [ "$1" = --editable ]; then
  # With Debian's torch, numpy and compilers in sight: an isolated build would fetch its own.
  set -- --no-build-isolation --editable "$2"
else
  set -- -- "$@"
fi
exec python3 -m pip install --break-system-packages --no-cache-dir --progress-bar off --no-input \
  --root-user-action ignore "$@"
