import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isOwnFamily } from '#app/domain/core/four-eyes/own-family.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { tinStateOf } from '#app/domain/einvoice/tin-checks/tin-answers.ts'
import { proofMonths } from '#app/domain/identity/codes/second-fact.ts'
import { familyBalance, parentFor, parentRow } from '#app/domain/people/parents/find-parents.ts'
import { childrenOf } from '#app/domain/people/students/family.ts'
import { paths } from '#app/paths.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { TinCheck } from '#app/ui/einvoice/tin/TinCheck.tsx'
import { PersonActions } from '#app/ui/identity/account/PersonActions.tsx'
import { parentFacts } from '#app/ui/people/parent/parent-facts.tsx'
import { ChildTable } from '#app/ui/people/student/StudentView.tsx'

export const handle = { access: 'parent.view', title: 'parent.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { actor, can } = context
  const scope = context.scope('parent.view')
  const id = idOf(params, 'not_found.parent')
  const db = await context.read()
  const row = await parentRow(db, scope, keysOf(context), id)
  const [tin, children, money] = await Promise.all([
    can('einvoice.view') ? tinStateOf(db, keysOf(context), id) : undefined,
    can('student.view') ? childrenOf(db, context.scope('student.view'), id) : [],
    can('invoice.view') ? familyBalance(db, context.scope('invoice.view'), id) : null,
  ])
  const own = scope.scope === 'own'
  const unconfirmed = can('parent.edit') && !own && (row.unconfirmed.length > 0 || row.phone_old)
  return {
    told: parentFor(actor.roles, row),
    tin: (can('parent.edit') && tin) || null,
    children,
    money,
    may: {
      edit: can('parent.edit'),
      own,
      family: can('family.view'),
      end: can('parent.edit') && !own,
      unconfirmed,
      // nobody vouches for themselves or their family, whatever their role here
      confirm: unconfirmed && !(await isOwnFamily(db, actor, { type: 'parent', ids: [id] })),
      remove: can('parent.remove') && row.children === 0 && !row.has_account,
      invite: can('parent.edit') && !own && row.status === 'active' && inviteWord(row.account_status),
      reveal: can('identity.reveal'),
      register: can('student.create') && row.status === 'active',
    },
  }
}

/** What is done about the account of a parent; nothing once they have come in. */
function inviteWord(account_status: string | null) {
  if (account_status === null) return 'parent.invite'
  return account_status === 'invited' ? 'staff.invite_again' : null
}

export default function ViewParent() {
  const { told, tin, children, money, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { row, identity, full } = told
  return (
    <ViewPage
      title={row.name}
      back={{ label: t('parent.plural'), href: paths.parent.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <>
          {may.family ? <LinkButton href={paths.family.view(row.id)}>{t('family.link')}</LinkButton> : null}
          <PersonActions
            row={row}
            // who is this parent changes what is theirs in their profile
            to={{ ...paths.parent, edit: may.own ? () => paths.profile.edit() : paths.parent.edit }}
            questions={{
              end: t('parent.deactivate_question', { name: row.name }),
              remove: t('parent.remove_question', { name: row.name }),
            }}
            may={may}
          >
            {may.invite ? (
              <PostButton action={paths.parent.invite(row.id)} fields={{ version: String(row.version) }}>
                {t(may.invite)}
              </PostButton>
            ) : null}
          </PersonActions>
        </>
      }
    >
      {may.unconfirmed && full ? (
        <Notice
          tone="warning"
          title={t(full.unconfirmed.length > 0 ? 'parent.unconfirmed' : 'parent.phone_old')}
        >
          <p>
            {full.unconfirmed.length > 0
              ? t('parent.unconfirmed_text', {
                  details: full.unconfirmed.map((field) => t(`parent.${field}`)).join(', '),
                })
              : t('parent.phone_old_text', { months: proofMonths })}
          </p>
          {may.confirm ? (
            <div className="actions">
              <PostButton action={paths.parent.confirm(row.id)} fields={{ version: String(row.version) }}>
                {t('parent.confirm')}
              </PostButton>
            </div>
          ) : (
            <p>{t('parent.own_family_confirms')}</p>
          )}
        </Notice>
      ) : null}
      <Facts
        columns={2}
        items={[
          ...parentFacts(told, t, locale),
          identity && {
            label: t(`parent.identity_types.${identity.identity_type}`),
            value: identity.identity_masked && (
              <>
                {identity.identity_masked}
                {may.reveal ? (
                  <PostButton action={paths.parent.reveal(row.id)} look="link">
                    {t('parent.reveal')}
                  </PostButton>
                ) : null}
              </>
            ),
          },
          money && { label: t('parent.balance_sen'), value: formatRinggit(money.owed_sen) },
          money && { label: t('parent.credit_sen'), value: formatRinggit(money.credit_sen) },
          money &&
            money.reserved_sen > 0 && {
              label: t('family_credit.reserved_sen'),
              value: formatRinggit(money.reserved_sen),
            },
        ]}
      />
      {tin ? <TinCheck tin={tin} parent={row} may={!may.own} /> : null}
      <Section
        title={t('parent.children')}
        actions={
          may.register ? (
            <LinkButton href={paths.student.new({ parent: row.id })}>{t('student.new')}</LinkButton>
          ) : null
        }
      >
        {children.length > 0 ? (
          <ChildTable caption={t('parent.children')} rows={children} />
        ) : (
          <p className="quiet">{t('parent.no_children')}</p>
        )}
      </Section>
    </ViewPage>
  )
}
