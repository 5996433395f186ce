// Prints, for each entry of a request, what the reference implementation finds in our lists.
//
//   node bits.mjs <request.json>
//
// The request: {"lists": {address: list credential}, "credentials": [credential]}. The result: a line
// of JSON for each credential, with what checkStatus says of it and the bit of each of its entries;
// then one for each list, with the indexes of all bits that are set.
import {checkStatus, decodeList} from '@digitalbazaar/vc-bitstring-status-list';
import {readFile} from 'node:fs/promises';

const {lists, credentials} = JSON.parse(await readFile(process.argv[2], 'utf8'));

const documentLoader = async url => {
  if(!lists[url]) {
    throw new Error(`not given: ${url}`);
  }
  return {contextUrl: null, documentUrl: url, document: lists[url]};
};

for(const credential of credentials) {
  // The signature of the lists is checked by other tests.
  const {verified, results, error} = await checkStatus(
    {credential, documentLoader, suite: [], verifyBitstringStatusListCredential: false});
  const bits = (results ?? []).map(({status}) => status);
  console.log(JSON.stringify({verified, error: error?.message ?? null, bits}));
}

for(const [address, credential] of Object.entries(lists)) {
  const list = await decodeList(credential.credentialSubject);
  const set = [];
  for(let index = 0; index < list.length; ++index) {
    if(list.getStatus(index)) {
      set.push(index);
    }
  }
  console.log(JSON.stringify({address, length: list.length, set}));
}
