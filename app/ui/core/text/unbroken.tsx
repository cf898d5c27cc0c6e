import type { ReactNode } from 'react'

/**
 * `-RM12,345.67`, `INV-26-000123`, `LN-8ZH2-A1K8-6ENT`, FPX's own `2611230728180003`, `900101-**-**78`, `012-345 0008`; days as
 * `31 Jan 2026` and `2026-01-31`, times as `8:15 pm` and
 * `3:00–4:30 pm`. What is longer must break somewhere.
 */
const numbers = new RegExp(
  `(?<![\\w-])(${[
    '-RM\\d[\\d,]*\\.\\d\\d',
    '[A-Z][A-Z\\d]*(?:-[A-Z\\d]+)+',
    '\\d{8,20}',
    '0\\d{1,2}-\\d{3,4}[ \\u00a0]\\d{3,4}',
    '[\\d*]{6}-[\\d*]{2}-[\\d*]{4}',
    '\\d{4}-\\d\\d-\\d\\d',
    '\\d{1,2} [A-Z][a-z]{2,3} \\d{4}',
    '(?:\\d{1,2}[:.]\\d\\d–)?\\d{1,2}[:.]\\d\\d (?:am|pm|pagi|tengah hari|petang|malam)',
  ].join('|')})(?![\\w-])`,
)

/**
 * A text whose numbers, days and times stay whole: a browser breaks a line at a hyphen or a space, and half a number cannot
 * be found or typed.
 */
export function unbroken(text: string): ReactNode {
  const parts = text.split(numbers)
  if (parts.length === 1) return text
  return parts.map((part, index) =>
    index % 2 === 1 && part.length <= 20 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
      <span key={index} className="number">
        {part}
      </span>
    ) : (
      part
    ),
  )
}

/** Some lines that somebody typed. */
export function TextLines({ text }: { text: string | null }) {
  return (
    <>
      {text?.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text
        <p key={index}>{line}</p>
      ))}
    </>
  )
}
