/**
 * Reads one statement of preference (draft-ietf-aipref-vocab-08 §6): turns octets into a preference for each category.
 */
import { quote } from '../bytes/quote.ts';
import { encodeUtf8 } from '../bytes/utf-8.ts';
import { type Defect, MAX_DEFECTS } from '../records/reading.ts';
import { byLabel, type Stated, type StatedPreferences } from './preference.ts';
import { type Member, readDictionary } from './structured-dictionary.ts';
import { type AiprefLabel, type AiprefVersion, type Vocabulary, vocabularyOf } from './vocabulary.ts';

/** The content of a statement, and the doubtful parts of its text. */
export interface Statement<Label extends string = string> {
  /** False if the text is not a Dictionary of RFC 9651; every category is then unknown. */
  readonly isValid: boolean;
  readonly preferences: StatedPreferences<Label>;
  /** Offsets count octets from the start of the statement. */
  readonly defects: readonly Defect[];
}

/**
 * Reads a statement: a Dictionary of RFC 9651 in which the Token `y` allows a category and `n` disallows it.
 * A category is unknown if it has any other value, if it is absent, or if the text does not parse. Never throws on
 * content.
 *
 * @param text Octets, or text to be encoded as UTF-8.
 * @param given A revision of AIPREF's vocabulary, or one of your own.
 * @throws {RangeError} If there is no such revision.
 * @see {@link https://datatracker.ietf.org/doc/draft-ietf-aipref-vocab/08/ | draft-ietf-aipref-vocab-08 §6}
 * @example
 * ```ts
 * import { parseStatement } from 'robots-exclusion/usage';
 *
 * parseStatement('train-ai=n, search=y').preferences; // { 'train-ai': 'disallow', 'ai-use': 'unknown', search: 'allow' }
 * parseStatement('train-ai=n', '07').preferences; // { 'train-ai': 'disallow', search: 'unknown' }
 * parseStatement('train-ai = n').isValid; // false
 * ```
 */
export function parseStatement<Label extends string = AiprefLabel>(
  text: Uint8Array | string,
  given?: Vocabulary<Label> | AiprefVersion,
): Statement<Label> {
  const vocabulary = vocabularyOf<Label>(given);
  const labels = vocabulary.categories.map(({ label }) => label);
  const reading = readDictionary(typeof text === 'string' ? encodeUtf8(text) : text);
  if ('problem' in reading) {
    const message = `Not a Dictionary of RFC 9651 (${reading.problem}): every category of use is unknown`;
    return Object.freeze({
      isValid: false,
      preferences: byLabel(labels, () => 'unknown' as const),
      defects: [{ code: 'preference-syntax', severity: 'warning', message, offset: reading.offset } as const],
    });
  }
  const { members } = reading;
  return Object.freeze({
    isValid: true,
    preferences: byLabel(labels, (label) => statedBy(members.get(label))),
    defects: [...members]
      .flatMap(([key, member]) => memberDefects(key, member, vocabulary))
      .slice(0, MAX_DEFECTS),
  });
}

function statedBy(member: Member | undefined): Stated {
  if (member?.token === 'y') return 'allow';
  return member?.token === 'n' ? 'disallow' : 'unknown';
}

function memberDefects<Label extends string>(
  key: string,
  member: Member,
  vocabulary: Vocabulary<Label>,
): Defect[] {
  const isLabel = (text: string) => vocabulary.categories.some(({ label }) => label === text);
  const defects = member.parameters
    .filter(isLabel)
    .map((parameter) => defect('preference-as-parameter', 'warning', asParameter(key, parameter)));
  if (isLabel(key)) {
    if (statedBy(member) === 'unknown') defects.push(defect('preference-value', 'warning', badValue(key)));
  } else {
    const remark = vocabulary.mistakenLabels.get(key) ?? 'is not a category of the vocabulary';
    defects.push(defect('preference-label', 'info', `${quote(key)} ${remark}, so it has no effect`));
  }
  return defects;
}

function asParameter(key: string, parameter: string): string {
  return `After ";" comes a parameter of ${quote(key)}, which has no effect: put a comma before ${quote(parameter)}`;
}

function badValue(key: string): string {
  return `The value of ${quote(key)} is neither "y" nor "n": the category is unknown`;
}

function defect(code: string, severity: Defect['severity'], message: string): Defect {
  return { code, severity, message };
}
