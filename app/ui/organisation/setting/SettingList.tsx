import type { SetUpState } from '#app/domain/organisation/set-up/set-up.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import type { Tone } from '#app/ui/core/feedback/tones.ts'

interface Item {
  href: string
  title: string
  about: string
  /** How far it is set up; nothing for what works as it comes. */
  state?: SetUpState | undefined
}

const tones: Record<SetUpState, Tone> = {
  done: 'good',
  failed: 'bad',
  partly: 'wait',
  missing: 'wait',
  usual: 'draft',
  off: 'draft',
}

/** Subjects that can be set, each with a line on what it decides. */
export function SettingList({ items }: { items: readonly Item[] }) {
  return (
    <ul className="facts settings">
      {items.map(({ href, title, about, state }) => (
        <li key={href}>
          <a href={href}>{title}</a>{' '}
          {state && <StatusBadge status={state} words="setting.state" tone={tones[state]} />}
          <p className="quiet">{about}</p>
        </li>
      ))}
    </ul>
  )
}
