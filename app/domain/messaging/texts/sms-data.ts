const ofLetters: Record<string, string> = {
  a: '[a4@]',
  e: '[e3]',
  i: '[i1!]',
  o: '[o0]',
  s: '[s5$]',
  t: '[t7]',
  l: '[l1]',
}
/** A term, also with digits that look like its letters and with something between them. */
const spelled = (term: string) =>
  [...term].map((letter) => (letter === ' ' ? '' : (ofLetters[letter] ?? letter))).join('[\\s._*-]{0,2}')

const number = '(?:no\\.?|n[o0]mbor|number|num|nmbr)'
const terms = [
  ...[
    'password',
    'passcode',
    'kata laluan',
    'kod laluan',
    'kod pengesahan',
    'verification code',
    'security code',
    'kod keselamatan',
  ],
  ...['mykad', 'mykid', 'kad pengenalan', 'identity card', 'identity number', 'nric', 'passport', 'pasport'],
  ...['otp', 'tac', 'cvv', 'cvc', 'bank account', 'akaun bank', 'account number', 'nombor akaun', 'no akaun'],
  ...['card number', 'nombor kad', 'bank login', 'online banking'],
].map(spelled)
const data = new RegExp(
  [
    `(?<![\\p{L}\\d])(?:${terms.join('|')})(?![\\p{L}\\d])`,
    // Short ones, of which the spelling with digits is also a class
    `(?<![\\p{L}\\d/])i[.\\s]?c(?![\\p{L}\\d/])`,
    `(?<![\\p{L}\\d])(?:your|${number}|salinan|copy of)\\s*[1l|]\\.?c(?![\\p{L}\\d])`,
    `(?<![\\p{L}\\d])[1l|]\\.?c\\s*${number}`,
    `(?<![\\p{L}\\d])${number}\\s*(?:k\\.?p|acc(?:ount)?|akaun|a/c)(?![\\p{L}\\d])`,
    `(?<![\\p{L}\\d])(?:acc|a/c)\\s*${number}`,
    // Not the pin of a map, of a shirt or of a badge
    `(?<![\\p{L}\\d]|safety |drop |push |location |map |lokasi )p[i1!][.\\s]?n(?![\\p{L}\\d])(?!\\s+(?:lo[ck]a|baju|tudung|badge|drop))`,
  ].join('|'),
  'gu',
)

/** Words that ask somebody to tell something. */
const asking =
  /(?<![\p{L}\d])(?<!\b(?:by|via|through|melalui) )(?:sends?|reply|replies|respond|give|share|submit|provide|text|forward|enter|key in|type|fill in|confirm|verify|update|tell|state|e-?mail|sms|whatsapp|wassap|wasap|ws|pm|dm|message|need your|hantar(?:kan)?|htr|balas|reply|beri(?:kan)?|bagi(?:kan)?|kongsi(?:kan)?|nyatakan|isi(?:kan)?|masukkan|sahkan|mengesahkan|pengesahan|kemas ?kini|maklum(?:kan)?|taip(?:kan)?|serah(?:kan)?|emel(?:kan)?|e-mel(?:kan)?|jawab|mesej|tulis(?:kan)?|what(?:'?s| is| are)|apa(?:kah)?|berapa(?:kah)?|perlukan|(?:please|pls)(?=[.!\s]*$))(?![\p{L}\d])/gu
/** Shortly before such a word: somebody is told not to. */
const negated =
  /(?:never|do not|don'?t|must not|will not|won'?t|cannot|no need to|jangan(?: sesekali)?|jgn|tidak (?:akan|perlu|boleh)|tak (?:akan|perlu|boleh)|usah)(?:\s+(?:ever|pernah|sesekali|anyone|ask you to|meminta(?: anda)?|minta(?: anda)?|need to))?\s*$/u
/** Where papers are handed over in person. */
const atDesk = /(?<![\p{L}\d])(?:counter|office|reception|kaunter|pejabat)(?![\p{L}\d])/u
/** Ways by which nothing is handed over in person. */
const byMessage =
  /(?<![\p{L}\d])(?:reply|balas|sms|text|e-?mail|e-?mel|emel|whatsapp|wassap|wasap|ws|pm|dm|mesej|message|link|borang online|online)(?![\p{L}\d])/u
/** Handing over at the counter is refused for nothing that is secret. */
const secret = new RegExp(
  `(?<![\\p{L}\\d])(?:${['password', 'passcode', 'kata laluan', 'otp', 'tac', 'cvv', 'cvc', 'pin', 'kod pengesahan', 'verification code', 'security code'].map(spelled).join('|')})(?![\\p{L}\\d])`,
  'u',
)

/** Each sentence of an opened text. */
const sentencesOf = (opened: string) => opened.split(/(?<=[!?\n])|(?<=\.)\s+(?!c\b)/u)

/** Sentences that ask for an identity, bank or secret number to be told. */
export const askedData = (opened: string): string[] =>
  sentencesOf(opened).flatMap((sentence) => {
    const [named] = dataIn(sentence)
    if (named === undefined) return []
    // "Bank account" and "verify" may be one word apart, so that what is named does not count as asking.
    const asks = [...sentence.replace(data, ' ¤ ').matchAll(asking)]
    const meant = asks.filter(({ index }) => !negated.test(sentence.replace(data, ' ¤ ').slice(0, index)))
    if (meant.length === 0) return []
    const inPerson = atDesk.test(sentence) && !byMessage.test(sentence) && !secret.test(sentence)
    return inPerson ? [] : [named]
  })

/** What is only mentioned, such as a paper to bring. */
export const namedData = (opened: string): string[] => sentencesOf(opened).flatMap(dataIn)

const dataIn = (sentence: string) => [...sentence.matchAll(data)].map(([found]) => found)
