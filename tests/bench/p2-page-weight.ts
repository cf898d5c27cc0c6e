import type pg from 'pg'
import { built } from '#app/start/building/built.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { atLeast, atMost, exact, type Findings } from './benchmark.ts'
import { clientRuntime } from './crawl/client-runtime.ts'
import { firstFlight, formLimit, limitOfForm, longFormLimit } from './crawl/weigh.ts'
import { type WeighedPage, weighAll } from './crawl/weigh-all.ts'
import { median } from './rounds.ts'
import type { Stage } from './stage.ts'

export const title = 'Weight of every page, for every role, in both languages (gzip, first visit)'

/** GOV.UK Frontend 6.6.0, its stylesheet alone, packed with gzip: a well-kept one for the same purpose. */
const govukStyles = 16_052

/** All pages that links lead to, weighed as they travel, and what they would weigh with Remix's scripts. */
export async function measure(stage: Stage): Promise<Findings> {
  const [{ port, mainHost }, { pool }] = await Promise.all([stage.product(), stage.demo()])
  await confirmSecondFactor(pool)
  const { pages: build } = await built().server()
  const { pages, unmet } = await weighAll({ pool, build, port, mainHost }, 'demo')
  const runtimeOf = await clientRuntime(stage.signal)
  const screens = pages.filter(({ isPrintedList }) => !isPrintedList)
  const shown = screens.filter(({ status }) => status === 200)
  const withScripts = shown.map(({ total, route }) => (total + runtimeOf(route.chain)) / total)
  const withGovuk = shown.map(({ total, styles }) => (total - styles + govukStyles) / total)
  const heaviest = heaviestBy(screens, 'total')
  const heaviestOf = (limit: number) =>
    heaviestBy(
      shown.filter(({ isForm, path }) => isForm && limitOfForm(path) === limit),
      'page',
    )
  const [heaviestForm, heaviestLong] = [heaviestOf(formLimit), heaviestOf(longFormLimit)]
  const scripts = pages.reduce((sum, page) => sum + page.scripts, 0)
  return {
    figures: [
      exact('heaviest page, with all it needs to be painted', heaviest.total, 'B', atMost(firstFlight)),
      exact('median page', median(shown.map(({ total }) => total)), 'B'),
      exact('heaviest form page, its HTML', heaviestForm.page, 'B', atMost(formLimit)),
      exact('the same of the forms that hold much', heaviestLong.page, 'B', atMost(longFormLimit)),
      exact('scripts', scripts, '', atMost(0)),
      exact('lighter than with Remix’s scripts (median)', median(withScripts), '×', atLeast(20)),
      exact('lighter than with GOV.UK’s stylesheet (median)', median(withGovuk), '×', atLeast(4)),
    ],
    notes: [
      `${pages.length} pages of ${new Set(shown.map(({ route }) => route.id)).size} routes`,
      `heaviest: ${nameOf(heaviest)}; form: ${nameOf(heaviestForm)}, ${nameOf(heaviestLong)}`,
      `all rows of a list on paper weigh what they say: ${heaviestBy(pages, 'total').total.toLocaleString('en')} B at most here`,
      ...(unmet.length > 0 ? [`not met: ${unmet.join(', ').replaceAll('routes/', '')}`] : []),
    ],
  }
}

/** In production, as which the product is measured, an operator without a second factor is shown no page but that of it. */
function confirmSecondFactor(pool: pg.Pool) {
  const confirmed = { totp_secret_sealed: 'never opened here', totp_confirmed_at: new Date() }
  return withPlatform(pool, (trx) => trx.updateTable('platform.operator').set(confirmed).execute())
}

function heaviestBy(pages: WeighedPage[], key: 'total' | 'page'): WeighedPage {
  return pages.reduce((one, other) => (other[key] > one[key] ? other : one))
}

const nameOf = ({ path, who, locale }: WeighedPage) => `${path} (${who}, ${locale})`
