import { aria, type FieldProps, isOptional, textOf } from './control.ts'
import { FieldGroup } from './Field.tsx'

export interface Choice {
  value: string
  label: string
  /** What choosing it means. */
  hint?: string | undefined
}

/** One of a few, all in sight. */
export function RadioGroup({ options, ...props }: FieldProps & { options: readonly Choice[] }) {
  const { of, hint } = props
  const required = isOptional(props) ? undefined : true
  return (
    <FieldGroup {...props}>
      {options.map(({ value, label, hint: note }, index) => {
        const id = index === 0 ? of.id : `${of.id}-${value}`
        return (
          <div className="choice" key={value}>
            <input
              type="radio"
              id={id}
              name={of.name}
              value={value}
              required={required}
              disabled={props.disabled}
              defaultChecked={textOf(of) === value}
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
