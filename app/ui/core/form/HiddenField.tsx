import { type FieldOf, textOf } from './control.ts'

/** A value that travels with the form unseen, such as the version that is being edited. */
export function HiddenField({ of, value = textOf(of) }: { of: FieldOf; value?: string | undefined }) {
  return <input type="hidden" name={of.name} value={value ?? ''} />
}
