import type { ReactNode } from 'react'

/** A part of a long form, under its own heading. */
export function Fieldset({ legend, hint, children }: { legend: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="group">
      <legend>{legend}</legend>
      {hint && <p className="hint">{hint}</p>}
      {children}
    </fieldset>
  )
}

/** Short fields that belong together, side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className="row">{children}</div>
}
