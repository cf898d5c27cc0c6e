import { createPrivateKey, X509Certificate } from 'node:crypto'
import forge from 'node-forge'

const { asn1, pkcs12, pki, util } = forge

// forge would write a certificate anew from what it understood of it. A signature needs its very bytes, which forge leaves
// alone in a certificate that it cannot read.
pki.certificateFromAsn1 = () => {
  throw new Error('the bytes are wanted')
}

/**
 * Four bytes with the length of the password, the password, then a PKCS#12 file → JSON: `certificate` (DER) and `key`
 * (PKCS#8, DER) in base64, or a `fault`.
 */
export async function run(bytes: Buffer): Promise<Uint8Array> {
  const end = 4 + bytes.readUInt32BE(0)
  const password = bytes.toString('utf8', 4, end)
  return Buffer.from(JSON.stringify(opened(bytes.subarray(end), password)))
}

function opened(file: Buffer, password: string) {
  let outer: forge.asn1.Asn1
  try {
    outer = asn1.fromDer(util.createBuffer(file.toString('latin1')))
  } catch {
    return { fault: 'not_a_file' }
  }
  const found = bagsOf(outer, password)
  if ('fault' in found) return found
  const keys = found.keys.map((key) => ({
    pkcs8: key,
    key: createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
  }))
  for (const certificate of found.certificates)
    for (const { pkcs8, key } of keys)
      if (new X509Certificate(certificate).checkPrivateKey(key))
        return { certificate: certificate.toString('base64'), key: pkcs8.toString('base64') }
  return { fault: 'incomplete' }
}

function bagsOf(outer: forge.asn1.Asn1, password: string) {
  let file: forge.pkcs12.Pkcs12Pfx
  try {
    file = pkcs12.pkcs12FromAsn1(outer, false, password)
  } catch (error) {
    // What is not encrypted as it says is not told apart from a wrong password, by anybody.
    return { fault: isPassword((error as Error).message) ? 'password' : 'not_a_file' }
  }
  const bags = (type: string) => file.getBags({ bagType: type })[type] ?? []
  return {
    certificates: bags(pki.oids.certBag!).flatMap(({ asn1: read }) => (read ? der(read) : [])),
    keys: [...bags(pki.oids.keyBag!), ...bags(pki.oids.pkcs8ShroudedKeyBag!)].flatMap(({ key }) =>
      key ? der(pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key))) : [],
    ),
  }
}

const der = (read: forge.asn1.Asn1): Buffer => Buffer.from(asn1.toDer(read).getBytes(), 'latin1')

const isPassword = (message: string) => /password|MAC could not be verified|decrypt/i.test(message)
