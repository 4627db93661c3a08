"""Unpacks the source distribution of `package==version` from the package index: fetch_source.py NAME VERSION FOLDER.

`pip download` would run the package's build script to learn its metadata; tests of an unpacked source need none of it.
"""

import base64
import hashlib
import html
import io
import os
import re
import ssl
import sys
import tarfile
import urllib.parse
import urllib.request
import zipfile

ENDINGS = (".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".zip")


def get(url):
    parts = urllib.parse.urlsplit(url)
    headers = {"Accept": "text/html", "User-Agent": "mutagree-images"}
    if parts.username:
        pair = "%s:%s" % (urllib.parse.unquote(parts.username), urllib.parse.unquote(parts.password or ""))
        headers["Authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()
        parts = parts._replace(netloc=parts.netloc.rpartition("@")[2])
    context = ssl.create_default_context(cafile=os.environ.get("SSL_CERT_FILE"))
    if parts.hostname in os.environ.get("PIP_TRUSTED_HOST", "").split():
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    seconds = float(os.environ.get("PIP_DEFAULT_TIMEOUT", "60"))
    request = urllib.request.Request(urllib.parse.urlunsplit(parts), headers=headers)
    with urllib.request.urlopen(request, timeout=seconds, context=context) as reply:
        return reply.geturl(), reply.read()


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def is_source_of(file, name, version):
    ending = next((end for end in ENDINGS if file.endswith(end)), None)
    if ending is None:
        return False
    of, _, at = file[: -len(ending)].rpartition("-")
    return normal(of) == normal(name) and at == version


def find(name, version):
    indexes = [os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple")]
    indexes += os.environ.get("PIP_EXTRA_INDEX_URL", "").split()
    problem = None
    for index in indexes:
        try:
            page, text = get("%s/%s/" % (index.rstrip("/"), normal(name)))
        except OSError as error:
            problem = error
            continue
        for href in re.findall(r"""<a\b[^>]*?\bhref\s*=\s*["']([^"']*)""", text.decode("utf-8", "replace"), re.IGNORECASE):
            url, _, fragment = urllib.parse.urljoin(page, html.unescape(href)).partition("#")
            file = urllib.parse.unquote(urllib.parse.urlsplit(url).path.rpartition("/")[2])
            if is_source_of(file, name, version):
                return file, url, dict(urllib.parse.parse_qsl(fragment)).get("sha256")
    reason = " (%s)" % problem if problem else ""
    sys.exit("ERROR: No matching source distribution found for %s==%s%s" % (name, version, reason))


def members(file, data):
    """Name inside the archive, and content, of every plain file; links and devices are left out."""
    if file.endswith(".zip"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist():
                if not info.is_dir():
                    yield info.filename, archive.read(info)
        return
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for info in archive:
            if info.isfile():
                yield info.name, archive.extractfile(info).read()


def main():
    name, version, folder = sys.argv[1:4]
    file, url, digest = find(name, version)
    _, data = get(url)
    if digest and hashlib.sha256(data).hexdigest() != digest:
        sys.exit("ERROR: %s is not what the index says it is (sha256 differs)" % file)
    for path, content in members(file, data):
        # The archive's own top folder goes; nothing may be written beside ours.
        parts = path.split("/")[1:]
        if not parts or any(part in ("", ".", "..") for part in parts):
            continue
        target = os.path.join(folder, *parts)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as out:
            out.write(content)
    print("unpacked %s (sha256 %s)" % (file, hashlib.sha256(data).hexdigest()))


main()
