import { createFetcher, type FetchBytes } from './fetcher.ts'
import { isPublicAddress } from './public-address.ts'

/** For URLs that anybody may have written: asks nothing but hosts on the public internet. */
export const fetchPublic: FetchBytes = createFetcher({ isAllowedAddress: isPublicAddress })
