import { useTranslation } from 'react-i18next'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { Fieldset } from '#app/ui/core/form/Fieldset.tsx'
import { TextField } from '#app/ui/core/form/TextField.tsx'

const names = ['specialisation', 'qualification'] as const

/** Whether a field is one of these. */
export const isTeaching = (field: string): boolean => (names as readonly string[]).includes(field)

/** What somebody teaches, and by what they may. */
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
