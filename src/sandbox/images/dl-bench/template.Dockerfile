# The repository <repository> with its own tests, for DL-Bench's tasks of it.
# Never built by its author, who could not reach GitHub: expect to mend what it installs. The benchmark's files name no
# commit, so COMMIT is whatever HEAD is at the time of the build; write the one that you measure with here.
ARG BASE=debian:bookworm-slim
FROM ${BASE}
COPY build/debian.sh /opt/mutagree/build/
RUN ["/bin/sh","/opt/mutagree/build/debian.sh","python3","python3-pip","ca-certificates"]
<debian>
COPY build/ /opt/mutagree/build/
ARG PIP_INDEX_URL
ARG PIP_EXTRA_INDEX_URL
ARG PIP_TRUSTED_HOST
ARG PIP_DEFAULT_TIMEOUT
<pip>
ARG REPOSITORY=https://github.com/<repository>.git
ARG COMMIT=<commit>
RUN ["/bin/sh","/opt/mutagree/build/clone.sh"]
