import { addDays } from '#app/domain/core/dates.ts'
import type { ParentAnswers, StudentAnswers } from '#app/domain/enrolment/applications/application.ts'
import { type Seat, sitsOn } from '../enrolments.ts'
import type { Stage } from '../stage.ts'

/** One application of the demo. */
export interface Story {
  /** How many days ago it was handed in. */
  days: number
  channel: 'public' | 'parent'
  /** Of a signed-in parent. */
  parent_id: string | null
  user_id: string | null
  withdrawn?: true
  parents: (ParentAnswers & { known_id: string | null })[]
  children: Child[]
}

interface Child {
  answers: StudentAnswers
  status: 'pending' | 'approved' | 'rejected'
  reason?: string
  student_id: string | null
  is_existing: boolean
  branch_id: string
  wishes: { subject_id: string; is_waiting: boolean; enrolment_id: string | null }[]
}

type OnFile = NonNullable<Stage['rows']['student']>[number]

/** The stories, the one that was handed in first before the others. */
export function storiesOf(stage: Stage, seats: readonly Seat[]): Story[] {
  const { today, locale, invent } = stage
  const words = (my: string, en: string) => (locale === 'my' ? my : en)
  const now = seats.filter((seat) => sitsOn(seat, today))
  const open = stage.rows.subject!.filter(({ status, capacity }) => status !== 'closed' && !capacity)
  const roomy = open.length > 0 ? open : stage.rows.subject!.slice(1)
  const full = stage.rows.subject![0]!
  const pupils = stage.rows.student!.filter(({ id, birth_cert_no }) => birth_cert_no && sits(id))
  const [first, second, third, fourth] = [pupils.at(3)!, pupils.at(8)!, pupils.at(14)!, pupils.at(21)!]
  const shown = stage.rows.user_account!.find(
    ({ roles, email }) => roles?.includes('parent') && email?.startsWith('parent@'),
  )
  const parent = stage.rows.parent!.find(({ user_id }) => user_id && user_id === shown?.id)
  const own = stage.rows.student_parent!.find(({ parent_id }) => parent_id === parent?.id)
  const ownChild = stage.rows.student!.find(({ id }) => id === own?.student_id)
  const young = words(
    'Anak ini belum cukup umur untuk kelas ini tahun ini.',
    'The child is still too young for this class this year.',
  )

  const stories: Story[] = [
    { ...told(41), parents: [mother('Rozita binti Hamdan')], children: [child('Nur Insyirah', 'female', 8)] },
    {
      ...told(36),
      parents: [mother('Chong Pui San')],
      children: [{ ...child('Chong Jia Hui', 'female', 4), status: 'rejected', reason: young }],
    },
    { ...told(27), ...taken(third) },
    {
      ...told(19),
      withdrawn: true,
      parents: [mother('Vasantha a/p Maniam')],
      children: [{ ...child('Kavin a/l Prakash', 'male', 9), status: 'rejected', reason: 'withdrawn' }],
    },
    {
      ...told(9),
      ...byHalves(fourth),
    },
    {
      ...told(5),
      parents: [mother('Suhaila binti Idris')],
      children: [like(first, { birth_cert_no: first.birth_cert_no! })],
    },
    {
      ...told(4),
      parents: [mother('Norliza binti Kamal')],
      children: [like(second, { birth_cert_no: invent.birthCertificateNo() })],
    },
    { ...told(2), ...addsClass() },
    {
      ...told(1),
      parents: [mother('Mastura binti Razali'), father('Hisyam bin Othman')],
      children: [child('Aufa Humaira', 'female', 7, true), child('Adam Hadif', 'male', 9)],
    },
  ]
  return stories.filter(({ children }) => children.length > 0)

  function told(days: number) {
    return { days, channel: 'public' as const, parent_id: null, user_id: null }
  }

  function mother(name: string): Story['parents'][number] {
    return person(name, 'mother', 'female')
  }

  function father(name: string): Story['parents'][number] {
    return person(name, 'father', 'male')
  }

  function person(name: string, relationship: 'mother' | 'father', gender: 'male' | 'female') {
    const born_on = `19${80 + (name.length % 10)}-0${1 + (name.length % 9)}-1${name.length % 9}`
    return {
      ...{ name, relationship, identity_type: 'nric' as const, known_id: null },
      identity_no: invent.identityNo(born_on, gender),
      ...{ phone: invent.phone(), email: invent.email(name, 'rumah.test') },
      ...{ preferred_locale: locale, preferred_channel: 'whatsapp' as const },
    }
  }

  function child(name: string, gender: 'male' | 'female', age: number, waits = false): Child {
    const born_on = addDays(`${Number(today.slice(0, 4)) - age}-01-01`, name.length * 11)
    const subject = waits ? full : roomy[name.length % roomy.length]!
    return {
      answers: {
        ...{ name, gender, born_on, nationality: 'MY', identity_type: 'nric', daycare: 'none' },
        identity_no: invent.identityNo(born_on, gender),
        birth_cert_no: invent.birthCertificateNo(),
      },
      ...{ status: 'pending', student_id: null, is_existing: false, branch_id: subject.branch_id },
      wishes: [{ subject_id: subject.id, is_waiting: waits, enrolment_id: null }],
    }
  }

  /** A child with the name and the birthday of a pupil, and what else is the same. */
  function like(pupil: OnFile, same: { birth_cert_no: string }): Child {
    const { name, born_on, gender } = pupil
    const made = child(name, gender as 'male', 8)
    const { identity_no: _none, ...answers } = made.answers
    return {
      ...made,
      answers: { ...answers, ...same, identity_type: 'birth_cert', born_on: born_on as string },
    }
  }

  /** A pupil of today came by an application. */
  function taken(pupil: OnFile): Pick<Story, 'parents' | 'children'> {
    const family = stage.rows.student_parent!.find((one) => one.student_id === pupil.id && one.is_payer)
    const known = stage.rows.parent!.find(({ id }) => id === family?.parent_id)
    const seat = stage.rows.enrolment!.find(
      ({ student_id, status }) => student_id === pupil.id && status === 'active',
    )
    if (!known || !seat) return { parents: [], children: [] }
    const made = like(pupil, { birth_cert_no: pupil.birth_cert_no! })
    return {
      parents: [
        {
          ...person(known.name, known.relationship as 'mother', 'female'),
          ...{ phone: known.phone, known_id: known.id },
          ...(known.email ? { email: known.email } : {}),
        },
      ],
      children: [
        {
          ...made,
          ...{ status: 'approved', student_id: pupil.id, branch_id: pupil.branch_id },
          wishes: [{ subject_id: seat.subject_id, is_waiting: false, enrolment_id: seat.id }],
        },
      ],
    }
  }

  /** Two children: one is in, about the other nobody has decided. */
  function byHalves(pupil: OnFile): Pick<Story, 'parents' | 'children'> {
    const { parents, children } = taken(pupil)
    return children.length === 0
      ? { parents, children }
      : { parents, children: [...children, child(words('Adik Sofea', 'Sofea Irdina'), 'female', 6)] }
  }

  /** The parent who shows the product to visitors wants one more class for their child. */
  function addsClass(): Pick<Story, 'parents' | 'children' | 'channel' | 'parent_id' | 'user_id'> {
    const taught = new Set(now.filter(({ pupil }) => pupil.id === ownChild?.id).map((seat) => seat.class.id))
    const subject = roomy.find(({ id, branch_id }) => branch_id === ownChild?.branch_id && !taught.has(id))
    const none = { channel: 'parent' as const, parent_id: null, user_id: null, parents: [], children: [] }
    if (!parent || !ownChild || !subject) return none
    const made = like(ownChild, { birth_cert_no: ownChild.birth_cert_no ?? invent.birthCertificateNo() })
    return {
      ...{ channel: 'parent', parent_id: parent.id, user_id: parent.user_id ?? null },
      parents: [
        {
          ...person(parent.name, parent.relationship as 'mother', 'female'),
          ...{ phone: parent.phone, email: parent.email ?? '', known_id: parent.id },
        },
      ],
      children: [
        {
          ...made,
          ...{ student_id: ownChild.id, is_existing: true, branch_id: subject.branch_id },
          wishes: [{ subject_id: subject.id, is_waiting: false, enrolment_id: null }],
        },
      ],
    }
  }

  function sits(id: string) {
    return now.some(({ pupil }) => pupil.id === id)
  }
}
