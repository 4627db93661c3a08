/** CPU milliseconds for one reply: code is found in time that grows with its length, in a fraction of this. */
export const READING_CPU_MS = 2000;

/** Memory of the process that reads replies. */
export const READING_MEMORY_MIB = 512;

/** How its own watchdog ends the process; whatever else ends it says nothing of the reply. */
export const OVER_LIMIT_SIGNALS: readonly NodeJS.Signals[] = ['SIGALRM', 'SIGUSR2'];
