import { states } from '#app/domain/core/contact/address.ts'

type State = (typeof states)[number]

/** The portal's two digits for each state. */
const codes: Record<State, string> = {
  Johor: '01',
  Kedah: '02',
  Kelantan: '03',
  Melaka: '04',
  'Negeri Sembilan': '05',
  Pahang: '06',
  'Pulau Pinang': '07',
  Perak: '08',
  Perlis: '09',
  Selangor: '10',
  Terengganu: '11',
  Sabah: '12',
  Sarawak: '13',
  'W.P. Kuala Lumpur': '14',
  'W.P. Labuan': '15',
  'W.P. Putrajaya': '16',
}

/** Outside Malaysia, and of nobody in particular. */
export const noState = '17'

/** Code and name of each state, in the order of the codes; the names are the same in both languages. */
export const stateList: readonly { code: string; name: State }[] = states
  .map((name) => ({ code: codes[name], name }))
  .toSorted((a, b) => a.code.localeCompare(b.code))

const names = new Map(stateList.map(({ code, name }) => [code, name]))

/** `01` to `16`. */
export const isState = (code: string): boolean => names.has(code)

export const stateName = (code: string): State | undefined => names.get(code)

/** `Selangor` or `10` as `10`; undefined of anything else, `17` and `00` included. */
export function stateCode(written: string): string | undefined {
  return names.has(written) ? written : codes[written as State]
}
