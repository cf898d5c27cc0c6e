import { aria, control, type FieldProps, isOptional, textOf, textsOf } from './control.ts'
import { FieldGroup, Remarks } from './Field.tsx'
import type { Choice } from './RadioGroup.tsx'

/** Yes or no. Sends `on` when ticked and nothing when not, as HTML does. */
export function CheckboxField(props: FieldProps) {
  const { of, label, hint } = props
  const { maxLength: _, readOnly: __, ...attributes } = control(props)
  return (
    <div className="field">
      <div className="choice">
        <input type="checkbox" {...attributes} value="on" defaultChecked={textOf(of) === 'on'} />
        <label htmlFor={of.id}>{label}</label>
      </div>
      <Remarks of={of} hint={hint} />
    </div>
  )
}

/** Any number of several. */
export function CheckboxGroup({ options, ...props }: FieldProps & { options: readonly Choice[] }) {
  const { of, hint } = props
  const chosen = textsOf(of)
  return (
    <FieldGroup {...props} optional={isOptional(props)}>
      {options.map(({ value, label, hint: note }, index) => {
        // The first carries the field's own id, so that a link from the error summary arrives somewhere.
        const id = index === 0 ? of.id : `${of.id}-${value}`
        return (
          <div className="choice" key={value}>
            <input
              type="checkbox"
              id={id}
              name={of.name}
              value={value}
              disabled={props.disabled}
              defaultChecked={chosen.includes(value)}
              {...(index === 0 && aria({ of, hint }))}
            />
            <label htmlFor={id}>{label}</label>
            {note && <span className="hint">{note}</span>}
          </div>
        )
      })}
    </FieldGroup>
  )
}
