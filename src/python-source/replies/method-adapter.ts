const ADAPTER =
  /\n{3}def ([^\W\d]\w*)\(\*arguments, \*\*named\):\n {4}return [^\W\d]\w*\(\)\.\1\(\*arguments, \*\*named\)\n$/u;

/** Adds a function that calls a method of a new object, for tests that call the method by its name alone. */
export const withMethodAdapter = (code: string, className: string, name: string): string =>
  `${code.trimEnd()}\n\n\ndef ${name}(*arguments, **named):\n    return ${className}().${name}(*arguments, **named)\n`;

/** Removes the function of `withMethodAdapter`, which is not part of the reply. */
export const withoutMethodAdapter = (code: string): string => code.replace(ADAPTER, '\n');
