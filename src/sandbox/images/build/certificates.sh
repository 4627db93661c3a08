# Sourced: makes pip, Python and git trust the certificates that the building machine gave along, or else Debian's own.
if [ -s /opt/mutagree/build/ca.crt ]; then
  export PIP_CERT=/opt/mutagree/build/ca.crt
  export SSL_CERT_FILE=$PIP_CERT REQUESTS_CA_BUNDLE=$PIP_CERT CURL_CA_BUNDLE=$PIP_CERT GIT_SSL_CAINFO=$PIP_CERT
fi
export PIP_DISABLE_PIP_VERSION_CHECK=1
# Docker passes build arguments that nobody gave as empty: pip would take them for empty addresses.
for name in PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_TRUSTED_HOST PIP_DEFAULT_TIMEOUT; do
  eval "value=\${$name:-}"
  if [ -z "$value" ]; then unset "$name"; fi
done
