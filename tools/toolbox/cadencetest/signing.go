package cadencetest

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"

	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/stdlib"
	"github.com/onflow/flow-go-sdk"
	"github.com/onflow/flow-go-sdk/crypto"
	fvmcrypto "github.com/onflow/flow-go/fvm/crypto"
	flowgo "github.com/onflow/flow-go/model/flow"
)

const (
	testKeyCount = 100
	// accountKeyNumber is the private key of every new test account.
	accountKeyNumber = testKeyCount
	privateKeyLength = 32
)

// getTestKeys returns, by public key, the private keys that a test file can sign with: the numbers 1 to 100.
var getTestKeys = sync.OnceValue(func() map[string]crypto.PrivateKey {
	keys := map[string]crypto.PrivateKey{}
	for number := uint64(1); number <= testKeyCount; number++ {
		key := newTestKey(number)
		keys[string(key.PublicKey().Encode())] = key
	}
	return keys
})

func newTestKey(number uint64) crypto.PrivateKey {
	scalar := make([]byte, privateKeyLength)
	binary.BigEndian.PutUint64(scalar[privateKeyLength-8:], number)
	key, err := crypto.DecodePrivateKey(crypto.ECDSA_P256, scalar)
	panicOnError(err)
	return key
}

// sign adds the signature of every signer that is an authorizer, and the service account's signature as payer. The
// chain itself checks the signatures and rejects transactions without a required one.
func (c *testChain) sign(tx *flow.Transaction, signers []*stdlib.Account) error {
	for _, signer := range signers {
		address := flow.Address(signer.Address)
		if address == c.serviceKey.Address || !slices.Contains(tx.Authorizers, address) {
			continue
		}
		if err := c.signPayload(tx, signer); err != nil {
			return err
		}
	}
	return c.signEnvelope(tx)
}

func (c *testChain) signEnvelope(tx *flow.Transaction) error {
	signer, err := c.serviceKey.Signer()
	if err != nil {
		return err
	}
	return tx.SignEnvelope(c.serviceKey.Address, c.serviceKey.Index, signer)
}

func (c *testChain) signPayload(tx *flow.Transaction, signer *stdlib.Account) error {
	key, err := c.findKey(signer.Address, signer.PublicKey.PublicKey)
	if err != nil {
		return err
	}
	private, known := getTestKeys()[string(signer.PublicKey.PublicKey)]
	if !known {
		return fmt.Errorf("the private key of %s is unknown: test keys are the numbers 1 to %d",
			hex.EncodeToString(signer.PublicKey.PublicKey), testKeyCount)
	}
	inMemory, err := crypto.NewInMemorySigner(private, key.HashAlgo)
	if err != nil {
		return err
	}
	return tx.SignPayload(flow.Address(signer.Address), key.Index, inMemory)
}

// findKey looks up a public key among the account's keys on the chain. A revoked key is used only if there is
// no other, so that the chain itself rejects it.
func (c *testChain) findKey(address common.Address, publicKey []byte) (*flowgo.AccountPublicKey, error) {
	keys, err := c.blockchain.NewScriptEnvironment().GetAccountKeys(flowgo.Address(address))
	if err != nil {
		return nil, err
	}
	var revoked *flowgo.AccountPublicKey
	for i, key := range keys {
		if string(key.PublicKey.Encode()) != string(publicKey) {
			continue
		}
		if !key.Revoked {
			return &keys[i], nil
		}
		revoked = &keys[i]
	}
	if revoked == nil {
		return nil, fmt.Errorf("account %s has no key %s", address.HexWithPrefix(), hex.EncodeToString(publicKey))
	}
	return revoked, nil
}

func toStdlibKey(key crypto.PublicKey) *stdlib.PublicKey {
	return &stdlib.PublicKey{
		PublicKey: key.Encode(),
		SignAlgo:  fvmcrypto.CryptoToRuntimeSigningAlgorithm(key.Algorithm()),
	}
}
