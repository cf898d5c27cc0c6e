import { useTranslation } from 'react-i18next'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { optionsOf, SelectField } from '#app/ui/core/form/SelectField.tsx'

interface TemplateChoiceProps {
  of: FieldOf
  options: readonly { id: string; name: string }[]
}

/** A template and the button that adds its lines; the same form comes back, so it needs no script. */
export function TemplateChoice({ of, options }: TemplateChoiceProps) {
  const { t } = useTranslation()
  return (
    <div className="row">
      <SelectField
        of={of}
        label={t('line_template.choose')}
        hint={t('line_template.choose_hint')}
        blank={t('line_template.none')}
        optional={false}
        options={optionsOf(options)}
      />
      <div className="actions">
        <SubmitButton look="plain" name="add_template" value="1">
          {t('line_template.add')}
        </SubmitButton>
      </div>
    </div>
  )
}
