#!/bin/sh
# Installs the Debian packages that are its arguments, and leaves no package lists behind.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends -- "$@"
apt-get clean
rm -rf /var/lib/apt/lists/* /usr/share/doc/*
