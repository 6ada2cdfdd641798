// Which addresses lie on the public internet. Whoever names a host for us to ask could otherwise have us look round this
// machine, its network or the service that hands out its cloud's credentials. Ranges: IANA's special-purpose registries.
import { BlockList, isIP } from 'node:net'

const NOT_PUBLIC_V4: [first: string, prefix: number][] = [
  ['0.0.0.0', 8], // this network; many systems take 0.0.0.0 for this machine
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's platform service, inside every machine there
  ['169.254.0.0', 16], // link-local, with most clouds' credentials at 169.254.169.254
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 3], // multicast, reserved, broadcast
]

// All of IPv6 that is given out for use. Outside it lie loopback, mapped and compatible IPv4, NAT64, unique-local,
// link-local, site-local and multicast.
const GLOBAL_UNICAST_V6: [first: string, prefix: number] = ['2000::', 3]

const NOT_PUBLIC_V6: [first: string, prefix: number][] = [
  ['2001::', 23], // protocol assignments: Teredo, ORCHID, benchmarks
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which holds any IPv4 address
  ['3fff::', 20], // documentation
]

const notPublic = new BlockList()
for (const [first, prefix] of NOT_PUBLIC_V4) notPublic.addSubnet(first, prefix, 'ipv4')
for (const [first, prefix] of NOT_PUBLIC_V6) notPublic.addSubnet(first, prefix, 'ipv6')
const globalUnicast = new BlockList()
globalUnicast.addSubnet(...GLOBAL_UNICAST_V6, 'ipv6')

/** @param address as a resolver writes it. False for what is no address, and for one with a zone. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}
