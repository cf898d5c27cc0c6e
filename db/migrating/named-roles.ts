import { type KyselyPlugin, OperationNodeTransformer, type RawNode } from 'kysely'
import type { RoleNames } from '#db/provisioning/role-names.ts'

/** Migrations say `lunas_platform` and `lunas_tenant`; this has them mean the roles of the installation. */
export function namedRoles({ platform, tenant }: Pick<RoleNames, 'platform' | 'tenant'>): KyselyPlugin {
  const names: Record<string, string> = { lunas_platform: platform, lunas_tenant: tenant }
  const named = (text: string) => text.replace(/\blunas_(?:platform|tenant)\b/g, (name) => `"${names[name]}"`)
  class Transformer extends OperationNodeTransformer {
    protected override transformRaw(node: RawNode): RawNode {
      return { ...node, sqlFragments: node.sqlFragments.map(named) }
    }
  }
  const transformer = new Transformer()
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
}
