import { useTranslation } from 'react-i18next'
import type { FamilyRow } from '#app/domain/people/parents/search.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage, type ListView } from '#app/ui/core/page/ListPage.tsx'

interface FamilyPickerProps {
  list: ListView<FamilyRow>
  /** The parent whose identity number was typed. */
  exact: { id: string; name: string } | null
  mayRegister: boolean
  /** Where one goes on with a parent. */
  take: (parent_id: string) => string
  /** Where a parent who is not there yet is registered. */
  register: string
  back: { label: string; href: string } | undefined
}

/** Whose child it is: a parent who is there already, or a new one. */
export function FamilyPicker({ list, exact, mayRegister, take, register, back }: FamilyPickerProps) {
  const { t } = useTranslation()
  const add = { label: t('student.new_family'), href: register }
  return (
    <ListPage
      {...list}
      mayCreate={mayRegister}
      subtitle={t('student.choose_family')}
      open={(row) => take(row.id)}
      add={add}
      actions={back ? <a href={back.href}>{back.label}</a> : null}
      searchHint={t('student.choose_family_hint')}
      empty={{ title: t('student.no_families'), hint: t('student.no_families_hint') }}
    >
      {exact ? (
        <Notice title={t('student.found_by_identity')}>
          <LinkButton href={take(exact.id)}>{exact.name}</LinkButton>
        </Notice>
      ) : null}
    </ListPage>
  )
}
