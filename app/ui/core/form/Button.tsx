import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Look = 'primary' | 'plain' | 'danger' | 'link'

/** Class names of a look; the plain one needs none. */
function looks(look: Look, base?: string): string | undefined {
  return [base, look === 'plain' ? undefined : look].filter(Boolean).join(' ') || undefined
}

interface SubmitButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> {
  look?: Look | undefined
}

/** Sends its form. Takes conform's `getButtonProps` for intents such as adding a line. */
export function SubmitButton({ look = 'primary', ...button }: SubmitButtonProps) {
  return <button {...button} type="submit" className={looks(look)} />
}

interface LinkButtonProps {
  href: string
  look?: Look
  children: ReactNode
}

/** A link that weighs as much as a button. */
export function LinkButton({ href, look = 'plain', children }: LinkButtonProps) {
  return (
    <a href={href} className={looks(look, 'button')}>
      {children}
    </a>
  )
}

interface PostButtonProps {
  action: string
  look?: Look
  /** Values that travel with it. */
  fields?: Record<string, string>
  children: ReactNode
}

/** A whole form in one button, for a verb that needs no more than itself. */
export function PostButton({ action, look = 'plain', fields = {}, children }: PostButtonProps) {
  return (
    <form method="post" action={action}>
      <Fields of={fields} />
      <button type="submit" className={looks(look)}>
        {children}
      </button>
    </form>
  )
}

interface ConfirmButtonProps {
  /** What the first button says, such as "Cancel invoice". */
  label: string
  /** What will happen, in a sentence. */
  text: string
  action: string
  /** What the second button says; it repeats the verb, so that yes and no cannot be mixed up. */
  confirm: string
  fields?: Record<string, string>
  /** More to fill in, such as a reason. */
  children?: ReactNode
  /** Shows the question at once: after the server has sent the form back. */
  open?: boolean | undefined
  /** Of what takes nothing away: primary is the next step of the page. */
  look?: 'danger' | 'primary' | 'plain'
}

/** A verb that is hard to undo: the button opens the question, the button in it does the deed. */
export function ConfirmButton({
  label,
  text,
  action,
  confirm,
  fields = {},
  children,
  open,
  look = 'danger',
}: ConfirmButtonProps) {
  return (
    <details className="confirm" open={open}>
      <summary className={look === 'danger' ? undefined : look}>{label}</summary>
      <form method="post" action={action} noValidate>
        <p>{text}</p>
        <Fields of={fields} />
        {children}
        <button type="submit" className={look === 'plain' ? 'primary' : look}>
          {confirm}
        </button>
      </form>
    </details>
  )
}

function Fields({ of }: { of: Record<string, string> }) {
  return Object.entries(of).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

/** The Enter key presses the first button of a form; where that takes a line away, this one stands before it, unseen. */
export function EnterSaves() {
  const { t } = useTranslation()
  return (
    <button type="submit" className="hidden" tabIndex={-1} aria-hidden="true">
      {t('common.action.save')}
    </button>
  )
}
