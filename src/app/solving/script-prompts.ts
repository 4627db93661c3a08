/** Words that only a program with standard input is asked with. */
const STANDARD_INPUT =
  /\b(?:standard input|stdin|input\(\)|(?:read(?:s|ing)?|tak(?:es?|ing)) (?:from )?(?:the )?input|(?:from|via) (?:the )?(?:input|console|keyboard|terminal|command prompt)|(?:lines? of|each line of|end of|the first line of) (?:the )?(?:standard )?input|Standardeingabe|Tastatur|Konsole)\b/i;
/** How problems of programming contests describe their input. */
const CONTEST_INPUT =
  /\b(?:(?:the )?(?:first|second|next|only|single|each) (?:of the next )?(?:\w+ )?lines? (?:of (?:each|the) (?:test|case|input)[\w ]*)?(?:contains?|consists?|holds?|has|gives)|(?:the )?input (?:consists|contains|is given|starts|begins|has|will (?:be|contain|consist)))\b/i;
/** A heading of its own for input or output, as contests print them. */
const headingOf = (word: string) =>
  new RegExp(`^[ \\t]*(?:#+[ \\t]*|[*]{2}|-+[ \\t]*)?${word}(?:[ \\t]+format)?[ \\t]*:?(?:[*]{2}|-+)?:?[ \\t]*$`, 'im');
const INPUT_HEADING = headingOf('(?:sample )?input');
const OUTPUT_HEADING = headingOf('(?:sample )?output');

/** A whole program is asked for, not something to call. */
const PROGRAM = /\b(?:program|programm|script|skript)\b/i;
const CALLED = /\b(?:functions?|methods?|class|classes|returns?|funktion|methode|klasse|zurück)\b/i;
const READS = /\b(?:reads?|enters?|asks?|prompts?|input (?:an?|one|two|three|several)|lies|liest|einlesen|einliest)\b/i;
const PRINTS =
  /\b(?:prints?|printing|outputs?|displays?|shows?|writes? out|gib|gibt|ausgibt|ausgeben|drucke|druckt|druckst)\b/i;
/** Places to read from or print to other than the standard streams. */
const ELSEWHERE = /\b(?:files?|paths?|csv|json|xml|url|database|datei|datenbank)\b/i;

/**
 * Whether a prompt asks for a program that reads standard input and prints its answer: because it says so, because it
 * describes its input as contests do, or because it asks to read and print and for nothing that could be called.
 */
export function asksForScript(prompt: string): boolean {
  if (STANDARD_INPUT.test(prompt)) return true;
  if (INPUT_HEADING.test(prompt) && OUTPUT_HEADING.test(prompt)) return true;
  if (CALLED.test(prompt)) return false;
  if (CONTEST_INPUT.test(prompt)) return true;
  if (ELSEWHERE.test(prompt) || !PRINTS.test(prompt)) return false;
  return PROGRAM.test(prompt) || READS.test(prompt);
}
