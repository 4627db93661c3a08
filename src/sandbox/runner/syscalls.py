"""Numbers of system calls: ``NUMBERS[name]`` is (x86_64, aarch64); None where an architecture has no such call.

What is not here does not exist for a candidate; ``REFUSED`` are those which programs expect to fail.
"""

_ALLOWED = """
read=0,63 write=1,64 open=2,- openat=257,56 close=3,57 stat=4,- fstat=5,80 lstat=6,- newfstatat=262,79
statx=332,291 lseek=8,62 access=21,- faccessat=269,48 faccessat2=439,439 poll=7,- ppoll=271,73 select=23,-
pselect6=270,72 epoll_create=213,- epoll_create1=291,20 epoll_ctl=233,21 epoll_wait=232,- epoll_pwait=281,22
epoll_pwait2=441,441 pread64=17,67 pwrite64=18,68 readv=19,65 writev=20,66 preadv=295,69 pwritev=296,70
preadv2=327,286 pwritev2=328,287 sendfile=40,71 copy_file_range=326,285 pipe=22,- pipe2=293,59 dup=32,23
dup2=33,- dup3=292,24 close_range=436,436 fsync=74,82 fdatasync=75,83 ftruncate=77,46 truncate=76,45
fallocate=285,47 fadvise64=221,223 flock=73,32 getdents=78,- getdents64=217,61 getcwd=79,17 chdir=80,49
fchdir=81,50 rename=82,- renameat=264,38 renameat2=316,276 mkdir=83,- mkdirat=258,34 rmdir=84,- unlink=87,-
unlinkat=263,35 link=86,- linkat=265,37 symlink=88,- symlinkat=266,36 readlink=89,- readlinkat=267,78
mknod=133,- mknodat=259,33 chmod=90,- fchmod=91,52 fchmodat=268,53 fchmodat2=452,452 chown=92,- lchown=94,-
fchown=93,55 fchownat=260,54 umask=95,166 utime=132,- utimes=235,- utimensat=280,88 futimesat=261,-
getxattr=191,8 lgetxattr=192,9 fgetxattr=193,10 listxattr=194,11 llistxattr=195,12 flistxattr=196,13
statfs=137,43 fstatfs=138,44 mmap=9,222 mprotect=10,226 munmap=11,215 brk=12,214 mremap=25,216 madvise=28,233
msync=26,227 mincore=27,232 fork=57,- vfork=58,- clone=56,220 execve=59,221 exit=60,93 exit_group=231,94
wait4=61,260 waitid=247,95 kill=62,129 tkill=200,130 tgkill=234,131 getpid=39,172 gettid=186,178 getppid=110,173
getpgrp=111,- getpgid=121,155 getsid=124,156 setpgid=109,154 setsid=112,157 getuid=102,174 geteuid=107,175
getgid=104,176 getegid=108,177 getresuid=118,148 getresgid=120,150 getgroups=115,158 setresuid=117,147
setresgid=119,149 capget=125,90 uname=63,160 sysinfo=99,179 getrusage=98,165 times=100,153 getrlimit=97,163
setrlimit=160,164 prlimit64=302,261 getpriority=140,141 getcpu=309,168 sched_yield=24,124
sched_getaffinity=204,123 sched_setaffinity=203,122 sched_getscheduler=145,120 sched_getparam=143,121
sched_get_priority_max=146,125 sched_get_priority_min=147,126 set_tid_address=218,96 set_robust_list=273,99
rseq=334,293 futex=202,98 arch_prctl=158,- prctl=157,167 restart_syscall=219,128 membarrier=324,283
rt_sigaction=13,134 rt_sigprocmask=14,135 rt_sigreturn=15,139 rt_sigpending=127,136 rt_sigtimedwait=128,137
rt_sigsuspend=130,133 sigaltstack=131,132 pause=34,- signalfd=282,- signalfd4=289,74 clock_gettime=228,113
clock_getres=229,114 clock_nanosleep=230,115 nanosleep=35,101 gettimeofday=96,169 time=201,- alarm=37,-
setitimer=38,103 getitimer=36,102 timerfd_create=283,85 timerfd_settime=286,86 timerfd_gettime=287,87
eventfd=284,- eventfd2=290,19 getrandom=318,278 socket=41,198 socketpair=53,199 connect=42,203 bind=49,200
listen=50,201 accept=43,202 accept4=288,242 getsockname=51,204 getpeername=52,205 sendto=44,206 recvfrom=45,207
sendmsg=46,211 recvmsg=47,212 sendmmsg=307,269 recvmmsg=299,243 shutdown=48,210 setsockopt=54,208
getsockopt=55,209 fcntl=72,25 ioctl=16,29
"""
_REFUSED = """
setpriority=141,140 sched_setscheduler=144,119 sched_setparam=142,118 setuid=105,146 setgid=106,144
setreuid=113,145 setregid=114,143 setgroups=116,159 chroot=161,51 mount=165,40 umount2=166,39 unshare=272,97
setns=308,268 ptrace=101,117 setxattr=188,5 lsetxattr=189,6 fsetxattr=190,7 removexattr=197,14
lremovexattr=198,15 fremovexattr=199,16
"""


def _parse(table):
    numbers = {}
    for entry in table.split():
        name, _, pair = entry.partition("=")
        numbers[name] = tuple(None if number == "-" else int(number) for number in pair.split(","))
    return numbers


REFUSED = _parse(_REFUSED)
NUMBERS = {**_parse(_ALLOWED), **REFUSED}
