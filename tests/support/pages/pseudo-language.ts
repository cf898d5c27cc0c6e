import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

const plain = 'aceinorsuyACEINORSUY'
const accented = 'áçéîñôŕšûýÁÇÉÎÑÔŔŠÛÝ'

/** A sentence with accents and longer by two fifths, so that what is not translated and what does not fit is seen. */
export function pseudo(sentence: string): string {
  const parts = sentence.split(/(\{\{[^}]*\}\}|\[[^\]]*\])/)
  const spoken = parts.map((part, n) =>
    n % 2 === 1 ? part : [...part].map((letter) => accented[plain.indexOf(letter)] ?? letter).join(''),
  )
  return `${spoken.join('')} ${'~'.repeat(Math.ceil(sentence.length * 0.4))}`
}

type Tree = { [key: string]: string | Tree }

const pseudoTree = (tree: Tree, long = true): Tree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value !== 'string'
        ? pseudoTree(value, long)
        : long
          ? pseudo(value)
          : pseudo(value).replace(/ ~+$/, ''),
    ]),
  )

/**
 * The product with one more language, whose files are made from the English ones: a folder from which its processes can
 * be run. Everything in it leads to the product itself, but for `app/i18n`. `missing` are files that nobody translated.
 */
export function withPseudoLanguage(
  locale: string,
  about: { name: string; tag: string },
  missing: string[],
): string {
  const root = mkdtempSync(join(tmpdir(), 'lunas-language-'))
  const link = (folder: string, except: string) => {
    mkdirSync(join(root, folder), { recursive: true })
    for (const name of readdirSync(folder || '.'))
      if (name !== except && !name.startsWith('.'))
        symlinkSync(resolve(folder, name), join(root, folder, name))
  }
  link('', 'app')
  link('app', 'i18n')
  cpSync('app/i18n', join(root, 'app/i18n'), { recursive: true })
  const folder = join(root, 'app/i18n', locale)
  mkdirSync(folder)
  for (const file of globSync('app/i18n/en/*.json')) {
    const group = basename(file, '.json')
    if (missing.includes(group)) continue
    const words =
      group === 'locale' ? about : pseudoTree(JSON.parse(readFileSync(file, 'utf8')), group !== 'label')
    writeFileSync(join(folder, `${group}.json`), JSON.stringify(words))
  }
  return root
}
