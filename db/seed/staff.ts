import type { Role } from '#app/domain/core/access/access.ts'
import { addMonths } from '#app/domain/core/dates.ts'
import { demoPhone } from './plan/demo-phones.ts'
import { names } from './plan/names.ts'
import { add, at, type Stage } from './stage.ts'

export interface Colleague {
  user_id: string
  name: string
  role: Role
  /** Index of the branch; superadmin and admin belong to the main one. */
  branch: number
}

export interface Team {
  office: Colleague[]
  /** User ids; the first signs in as trainer@. */
  trainers: string[]
  /** User id of the one who signs in as class-assistant@. */
  assistant: string
}

const positions = {
  en: {
    superadmin: 'Owner',
    admin: 'Principal',
    supervisor: 'Branch supervisor',
    clerk: 'Front office',
    'class-admin': 'Academic office',
    'class-assistant': 'Class assistant',
  },
  my: {
    superadmin: 'Pengerusi',
    admin: 'Pengetua',
    supervisor: 'Penyelia kampus',
    clerk: 'Pejabat am',
    'class-admin': 'Pejabat akademik',
    'class-assistant': 'Pembantu kelas',
  },
} as const

/** One account for each role, signing in as `<role>@<subdomain>.test`, and colleagues so that they are not alone. */
export function addTeam(stage: Stage, departments: Map<string, string>): Team {
  const { plan, starter } = stage
  const office: Colleague[] = [
    { user_id: starter.superadmin_id, name: plan.entity.contact_name, role: 'superadmin', branch: 0 },
    ...(['admin', 'supervisor', 'clerk', 'class-admin', 'class-assistant'] as const).map((role) =>
      addStaff(stage, departments, { role, branch: 0, mailbox: role }),
    ),
    ...plan.branches
      .slice(1)
      .flatMap((_, index) =>
        (['supervisor', 'clerk'] as const).map((role) =>
          addStaff(stage, departments, { role, branch: index + 1, mailbox: `${role}-${index + 2}` }),
        ),
      ),
  ]
  const trainers = Array.from({ length: plan.teachers }, (_, index) => addTrainer(stage, index))
  return { office, trainers, assistant: office.find(({ role }) => role === 'class-assistant')!.user_id }
}

function addStaff(
  stage: Stage,
  departments: Map<string, string>,
  {
    role,
    branch,
    mailbox,
  }: { role: Exclude<keyof (typeof positions)['en'], 'superadmin'>; branch: number; mailbox: string },
): Colleague {
  const { random, branch_ids, rows } = stage
  const { name, user_id, email, phone, created_at } = addPerson(stage, [role], mailbox)
  const staff_id = random.id(created_at)
  add(stage, 'staff', {
    id: staff_id,
    user_id,
    staff_no: `S${String(rows.staff!.length + 2).padStart(3, '0')}`,
    name,
    phone,
    email,
    department_id: role.startsWith('class') ? [...departments.values()][0]! : null,
    position: positions[stage.locale === 'my' ? 'my' : 'en'][role],
    joined_on: addMonths(stage.months[0]!, -random.int(6, 60)),
    created_at,
  })
  add(stage, 'staff_branch', { staff_id, branch_id: branch_ids[branch]! })
  return { user_id, name, role, branch }
}

function addTrainer(stage: Stage, index: number): string {
  const { random } = stage
  const { name, user_id, email, phone, created_at } = addPerson(
    stage,
    ['trainer'],
    index === 0 ? 'trainer' : undefined,
  )
  const subjects = [
    'Matematik',
    'Sains',
    'English',
    'Bahasa Melayu',
    'Fizik dan Matematik Tambahan',
    'Sejarah',
  ]
  add(stage, 'trainer', {
    id: random.id(created_at),
    user_id,
    name,
    phone,
    email,
    specialisation: subjects[index % subjects.length]!,
    created_at,
  })
  return user_id
}

/** An account of somebody who works here; without a mailbox the address is made from the name. */
function addPerson(stage: Stage, roles: Role[], mailbox?: string) {
  const { random, invent, plan, password_hash, locale, months } = stage
  const created_at = at(stage, months[0]!, 9)
  const name = workerName(stage)
  const domain = `${plan.entity.subdomain}.test`
  const phone = demoPhone(mailbox) ?? invent.phone()
  const email = mailbox ? `${mailbox}@${domain}` : invent.email(name, domain)
  const user_id = random.id(created_at)
  add(stage, 'user_account', {
    id: user_id,
    email,
    phone,
    name,
    password_hash,
    roles,
    locale,
    status: 'active',
    // The accounts of the demo sign in by phone as well, so their numbers were used of late.
    phone_proven_at: mailbox ? at(stage, months.at(-2) ?? months[0]!, 9) : created_at,
    email_proven_at: created_at,
    last_login_at: null,
    created_at,
  })
  return { name, user_id, email, phone, created_at }
}

function workerName({ random }: Stage): string {
  const community = random.weighted({ malay: 6, chinese: 2, indian: 2 })
  const { men, women, families } = names[community]
  const woman = random.chance(0.65)
  const given = random.pick(woman ? women : men)
  const family = random.pick(families)
  if (community === 'chinese') return `${family} ${given}`
  if (community === 'indian') return `${given} ${woman ? 'a/p' : 'a/l'} ${family}`
  return `${given} ${woman ? 'binti' : 'bin'} ${family}`
}
