import type { PortalTools } from '#app/domain/einvoice/submissions/portal-tools.ts'
import { environment } from '#app/environment.ts'
import { portalConfig } from '#app/integrations/myinvois/config.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'

/** For asking the portal while somebody waits at the screen, with no connection taken meanwhile. */
export const portalToolsOf = (context: RequestContext): PortalTools => ({
  keys: keysOf(context),
  write: context.write,
  releaseConnection: context.releaseConnection,
  config: (which) => portalConfig(environment, which),
})
