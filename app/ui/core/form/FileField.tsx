import { control, type FieldProps } from './control.ts'
import { Field } from './Field.tsx'

interface FileFieldProps extends FieldProps {
  /** Kinds offered, such as `image/png,image/jpeg,application/pdf`; the server checks for itself. */
  accept?: string
  multiple?: boolean
}

/** A file from the reader's device. The form around it must be `multipart`. */
export function FileField({ accept, multiple, ...props }: FileFieldProps) {
  const { maxLength: _, readOnly: __, ...attributes } = control(props)
  return (
    <Field {...props}>
      <input {...attributes} type="file" accept={accept} multiple={multiple} />
    </Field>
  )
}
