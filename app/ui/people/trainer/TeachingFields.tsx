import { useTranslation } from 'react-i18next'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { Fieldset, TextField } from '#app/ui/core/form/fields.tsx'

const names = ['specialisation', 'qualification'] as const

/** Whether a field is one of the teaching fields. */
export const isTeaching = (field: string): boolean => (names as readonly string[]).includes(field)

/** Specialisation and qualification. */
export function TeachingFields({ fields }: { fields: Record<(typeof names)[number], FieldOf> }) {
  const { t } = useTranslation()
  return (
    <Fieldset legend={t('trainer.teaching')}>
      <TextField
        of={fields.specialisation}
        label={t('trainer.specialisation')}
        hint={t('trainer.specialisation_hint')}
      />
      <TextField
        of={fields.qualification}
        label={t('trainer.qualification')}
        hint={t('trainer.qualification_hint')}
      />
    </Fieldset>
  )
}
