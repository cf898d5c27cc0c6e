import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { sessionByCode } from '#app/domain/classes/marking/find-register.ts'
import { mostCode } from '#app/domain/classes/marking/register.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'

/** `?code=` of a printed register leads on to its session. */
export const handle = { access: 'attendance.edit', title: 'marking.register.title' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const code = (new URL(request.url).searchParams.get('code') ?? '').slice(0, mostCode)
  if (code.trim() === '') return { code: '', unknown: false }
  const id = await sessionByCode(await context.read(), context.scope('attendance.edit'), code)
  if (id) throw redirect(paths.marking.quick(id))
  return { code, unknown: true }
}

export default function EnterRegister() {
  const { code, unknown } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('marking.register.title')}
        subtitle={t('marking.register.hint')}
        back={{ label: t('menu.home'), href: paths.dashboard() }}
      />
      <form className="fields" action={paths.marking.register()}>
        <div className="field">
          <label htmlFor="code">{t('marking.register.code')}</label>
          <p className="hint" id="code-hint">
            {t('marking.register.code_hint')}
          </p>
          {unknown && (
            <p className="error" id="code-error" role="alert">
              {t('refusal.not_found.register_code')}
            </p>
          )}
          <input
            id="code"
            name="code"
            className="medium"
            defaultValue={code}
            maxLength={mostCode}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: whoever enters a pile of registers types at once
            autoFocus
            aria-invalid={unknown || undefined}
            aria-describedby={unknown ? 'code-hint code-error' : 'code-hint'}
          />
        </div>
        <div className="actions">
          <button type="submit" className="primary">
            {t('marking.register.open')}
          </button>
        </div>
      </form>
    </>
  )
}
