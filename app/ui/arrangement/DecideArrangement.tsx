import { useTranslation } from 'react-i18next'
import type { endArrangementForm } from '#app/domain/arrangements/arrangement-form.ts'
import { formatRinggit } from '#app/domain/money.ts'
import { paths } from '#app/paths.ts'
import type { ArrangementToDecide } from '#app/server/arrangements/decision.ts'
import { TextArea } from '#app/ui/form/TextArea.tsx'
import type { useFormOf } from '#app/ui/form/use-form-of.ts'
import { EditPage } from '#app/ui/page/EditPage.tsx'
import { Facts } from '#app/ui/page/Facts.tsx'

interface Props {
  row: ArrangementToDecide
  form: ReturnType<typeof useFormOf<typeof endArrangementForm>>
  title: string
  /** What follows from it. */
  text?: string
  submit: string
}

/** Turns an arrangement down, or ends it, with a reason. */
export function DecideArrangement({ row, form: [form, fields], title, text, submit }: Props) {
  const { t } = useTranslation()
  const back = { label: t('arrangement.one'), href: paths.arrangement.view(row.id) }
  return (
    <EditPage
      title={title}
      subtitle={row.parent}
      back={back}
      cancel={back.href}
      form={form}
      noun="arrangement"
      submit={submit}
      look="danger"
    >
      {text && <p>{text}</p>}
      <Facts
        items={[
          { label: t('arrangement.total_sen'), value: formatRinggit(row.total_sen) },
          { label: t('arrangement.came_sen'), value: formatRinggit(row.came_sen) },
          { label: t('arrangement.requester'), value: row.requester },
          { label: t('arrangement.reason'), value: row.reason },
        ]}
      />
      <TextArea
        of={fields.decision_reason}
        label={t('arrangement.decision_reason')}
        hint={t('arrangement.decision_hint')}
        rows={3}
      />
    </EditPage>
  )
}
