/** Top-level modules of the standard library, as of Python 3.13, with some that have left it since 3.8. */
const STANDARD = `
abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect
builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall
concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm
decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput
fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq
hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3
linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt
multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib
pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd
py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy
sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd
sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau
symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit
tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata
unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp
zipfile zipimport zlib zoneinfo
`;

/** Packages that tests of generated programs often import. */
const COMMON = `
numpy pandas scipy sklearn matplotlib seaborn torch torchvision torchaudio tensorflow keras jax flax requests
pytest hypothesis bs4 lxml yaml PIL cv2 skimage networkx sympy statsmodels nltk gensim spacy transformers
datasets faker flask django sqlalchemy cryptography psutil dateutil pytz regex chardet openpyxl docx xlrd folium
geopandas shapely wordcloud textblob librosa soundfile mechanize holidays prettytable tqdm joblib numba attr
attrs pydantic mock parameterized rsa blake3 Levenshtein pyquery texttable wikipedia xmltodict tabulate colorama
sendgrid pexpect natsort einops xgboost lightgbm h5py pyarrow dask plotly bokeh pkg_resources setuptools six
typing_extensions unidecode
`;

const PACKAGES = new Set(COMMON.trim().split(/\s+/));
const KNOWN = new Set([...STANDARD.trim().split(/\s+/), ...PACKAGES]);

/** Whether a module belongs to a widely used package that Python itself comes without. */
export function isPublishedPackage(module: string): boolean {
  return PACKAGES.has(module.split('.')[0] ?? '');
}

/** Whether a module, such as `os.path`, belongs to Python or to a widely used package. */
export function isKnownPackage(module: string): boolean {
  return KNOWN.has(module.split('.')[0] ?? '');
}

const NOT_FOUND = /\b(?:ModuleNotFound|Import)Error: No module named '([^'.]+)/;
const LACKS = /^the sandbox lacks the Python packages? ([\w, .-]+)/;

/** The published packages that this sandbox lacks to judge a program, by the reason of a verdict. */
export function missingPackages(detail: string | null): readonly string[] {
  const imported = NOT_FOUND.exec(detail ?? '')?.[1];
  if (imported) return isPublishedPackage(imported) ? [imported] : [];
  return LACKS.exec(detail ?? '')?.[1]?.split(', ') ?? [];
}
