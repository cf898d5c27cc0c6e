import { crc } from '#app/integrations/duitnow/read-duitnow.ts'

/** A DuitNow QR as a bank would issue it to an organisation of the demo; its account is nobody's. */
export function sampleDuitNow(name: string, city: string): string {
  const account = '0014A000000615000101065887340209000000000'
  const of = { '59': name.slice(0, 25).toUpperCase(), '60': city.slice(0, 15).toUpperCase() }
  const fields = { '00': '02', '01': '11', '26': account, '52': '8211', '53': '458', '58': 'MY', ...of }
  const text = Object.entries(fields)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([id, value]) => `${id}${String(value.length).padStart(2, '0')}${value}`)
    .join('')
  return `${text}6304${crc(`${text}6304`)}`
}
