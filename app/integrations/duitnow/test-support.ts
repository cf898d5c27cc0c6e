import { crc } from './read-duitnow.ts'

/** A DuitNow QR as a bank would issue it to a tuition centre, with other values where they are said; undefined leaves one out. */
export function duitNowText(given: Record<string, string | undefined> = {}): string {
  const fields: Record<string, string | undefined> = {
    ...{ '00': '02', '01': '11', '26': '0014A000000615000101065016640209123456789' },
    ...{
      '52': '8211',
      '53': '458',
      '54': undefined,
      '58': 'MY',
      '59': 'PUSAT TUISYEN BESTARI',
      '60': 'BANGI',
    },
    ...given,
  }
  const text = Object.entries(fields)
    .sort(([one], [other]) => one.localeCompare(other))
    .flatMap(([id, value]) =>
      value === undefined ? [] : `${id}${String(value.length).padStart(2, '0')}${value}`,
    )
    .join('')
  return `${text}6304${crc(`${text}6304`)}`
}
