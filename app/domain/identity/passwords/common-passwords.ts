/** Words that Malaysian passwords are made of and that the international list lacks. */
const local =
  `abang adik aishah akaun akulah allah alhamdulillah amirah anakku ayah azman bahasa bandar bangsar banting
  bapa bismillah bunga cantik cahaya cikgu cinta cintaku comel comelnya darulaman farah fatimah guru hafiz harimau
  harimaumalaya hidayah ibubapa ikan indah insyaallah internet johor johorbahru kakak kasih kampung kedah kelantan
  keluarga keluargaku kerani kerja klang kotabharu kucing kualalumpur laluan katalaluan lestari lunas madrasah malaya
  malaysia malaysiaku malaysiaboleh mama manchester masuk matahari melaka merdeka minangkabau muhammad mutiara nasi
  nasilemak negara negaraku nurul orang pahang papa pelajar penang perak perlis pejabat peperiksaan pisang pulau
  pulaupinang putrajaya rahsia rahsiaku ramadan raya rumah sabah sahabat sarawak satu sayang sayangku sayangmu sayangsangat sekolah
  sekolahku selamat selamatdatang selamathariraya selamatpagi selangor seremban shahalam siti subang tadika tahfiz terengganu
  terimakasih tuisyen tunku ujian ummi wawasan yuran zakat password`
    .split(/\s+/)
    .filter(Boolean)

/** What people add to a word without making it harder to guess. */
const plain: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const unmasked = (text: string) => text.replace(/[013457@$!]/g, (letter) => plain[letter]!)

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
]

let known: Promise<ReadonlySet<string>> | undefined

/** The 49,000 most used ones are read when the first is set, since their package lies outside the bundle. */
function commonWords(): Promise<ReadonlySet<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    return new Set([...dictionary['passwords-common'], ...local])
  })
  return known
}

/**
 * Whether guessers try it first: common, with a few digits or signs around it, repeating itself, along the keys, or
 * made of what is known of its person and organisation (`about`: names, e-mail address, subdomain). Capitals and the
 * usual masks (`p@ssw0rd`) change nothing.
 */
export async function isCommonPassword(password: string, about: readonly string[] = []): Promise<boolean> {
  const common = await commonWords()
  const text = password.normalize('NFKC').toLowerCase()
  const own = wordsOf(about)
  const is = (word: string) =>
    word.length >= 3 &&
    (common.has(word) || own.has(word) || common.has(unmasked(word)) || own.has(unmasked(word)))
  if (common.has(text) || is(text.replace(/[\s._-]/g, ''))) return true
  if (new Set(text).size <= 3 || runs(text)) return true
  const once = repeated(text)
  return [text, once].some((whole) => coresOf(whole).some(is))
}

/** Each part of three letters or more, and the parts together. */
function wordsOf(about: readonly string[]): Set<string> {
  const words = about.flatMap((given) => {
    const parts = given
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\d]+/u)
      .filter(Boolean)
    return [
      ...parts,
      parts.join(''),
      given
        .toLowerCase()
        .split('@')[0]!
        .replace(/[^\p{L}\d]/gu, ''),
    ]
  })
  return new Set(words.filter((word) => word.length >= 3))
}

/** The shortest beginning that the whole text repeats, else the text. */
function repeated(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    const part = text.slice(0, length)
    if (text === part.repeat(Math.ceil(text.length / length)).slice(0, text.length)) return part
  }
  return text
}

/** Without up to three digits or signs before and six behind: `!selamat2026` holds `selamat`. */
function coresOf(text: string): string[] {
  const before = /^[^\p{L}]{0,3}/u.exec(text)![0].length
  const after = /[^\p{L}]{0,6}$/u.exec(text)![0].length
  const cores: string[] = []
  for (let from = 0; from <= before; from++) {
    for (let end = 0; end <= after; end++) {
      const core = text.slice(from, text.length - end)
      cores.push(core, core.replace(/[\s._-]/g, ''))
    }
  }
  return cores
}

/** For the most part along a row of keys or of the alphabet, forwards or backwards. */
function runs(text: string): boolean {
  let steps = 0
  for (let index = 1; index < text.length; index++) {
    const pair = text.slice(index - 1, index + 1)
    const back = [...pair].reverse().join('')
    if (rows.some((row) => row.includes(pair) || row.includes(back))) steps += 1
  }
  return steps >= (text.length - 1) * 0.8
}
