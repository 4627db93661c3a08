/** Where a record stands, for messages. */
export interface SamplePlace {
  readonly file: string;
  /** From 1; that of a record's first line. */
  readonly line: number;
}

/** One program of a sample file, as the file has it. */
export interface SampleLine {
  readonly place: SamplePlace;
  /** How the file names its task: by id, or by the whole prompt. */
  readonly task: { readonly id: string } | { readonly prompt: string };
  /** The program alone, what follows the prompt, or a reply with prose and fences. */
  readonly program: { readonly solution: string } | { readonly completion: string } | { readonly reply: string };
  /** null where the file names none. */
  readonly model: string | null;
  /** The wording that was asked with; null: the original prompt. */
  readonly variant: string | null;
  readonly mutator: string | null;
  /** The text of the wording, where the file has it. */
  readonly prompt: string | null;
  /** null: numbered in the order of the file. */
  readonly sample: number | null;
}

/** A kind of file that holds programs of models; one file each in src/datasets/samples/sample-formats. */
export interface SampleFormat {
  /** As `--samples-format` has it. */
  readonly name: string;
  readonly summary: string;
  /** Whether the path is of this kind, from its first record; the first format that says so reads it. */
  recognises(record: Readonly<Record<string, unknown>>): boolean;
  /**
   * The programs of a file, in its order.
   *
   * @throws DatasetError with file, line and field
   */
  read(file: string): AsyncIterable<SampleLine>;
}
