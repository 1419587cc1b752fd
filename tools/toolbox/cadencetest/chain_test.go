package cadencetest

import (
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dharma-guard/toolbox/flowjson"
	"dharma-guard/toolbox/testproject"
)

// runCadence runs a test file against the Counter contract of WriteProject and returns the failures by test.
func runCadence(t *testing.T, code string) map[string]string {
	t.Helper()
	dir := testproject.WriteProject(t, map[string]string{
		"tests/code_test.cdc":     "import Test\nimport \"Counter\"\n" + code,
		"contracts/Doubled.cdc":   strings.Replace(testproject.CounterContract, "+ 1", "+ 2", 1),
		"transactions/count.cdc":  "import \"Counter\"\ntransaction { execute { Counter.count() } }\n",
		"scripts/total.cdc":       "import Counter from \"Counter\"\naccess(all) fun main(): Int { return Counter.total }\n",
		"transactions/revoke.cdc": "transaction(index: Int) { prepare(a: auth(RevokeKey) &Account) { a.keys.revoke(keyIndex: index) } }\n",
		"transactions/add_key.cdc": `transaction(key: String, weight: UFix64) { prepare(a: auth(AddKey) &Account) { a.keys.add(
    publicKey: PublicKey(publicKey: key.decodeHex(), signatureAlgorithm: SignatureAlgorithm.ECDSA_P256),
    hashAlgorithm: HashAlgorithm.SHA3_256, weight: weight) } }
`,
	})
	tests, err := newTestRun(filepath.Join(dir, "flow.json"), false)
	if err != nil {
		t.Fatal(err)
	}
	failures := map[string]string{}
	for _, outcome := range tests.runFile(filepath.Join(dir, "tests/code_test.cdc")) {
		if outcome.err != nil {
			failures[outcome.name] = outcome.formatMessage()
		}
	}
	return failures
}

func expectAllPass(t *testing.T, code string) {
	t.Helper()
	for name, message := range runCadence(t, code) {
		t.Errorf("%s: %s", name, message)
	}
}

const countingHelpers = `
access(all) fun deploy(_ file: String) {
    Test.expect(Test.deployContract(name: "Counter", path: "../contracts/\(file).cdc", arguments: []), Test.beNil())
}
access(all) fun count() {
    let tx = Test.Transaction(code: Test.readFile("../transactions/count.cdc"), authorizers: [], signers: [], arguments: [])
    Test.expect(Test.executeTransaction(tx), Test.beSucceeded())
}
access(all) fun total(): Int {
    return Test.executeScript(Test.readFile("../scripts/total.cdc"), []).returnValue! as! Int
}
access(all) fun height(): UInt64 {
    return Test.executeScript("access(all) fun main(): UInt64 { return getCurrentBlock().height }", []).returnValue! as! UInt64
}
access(all) fun now(): UFix64 {
    return Test.executeScript("access(all) fun main(): UFix64 { return getCurrentBlock().timestamp }", []).returnValue! as! UFix64
}
access(all) fun setup() {
    deploy("Counter")
}
`

func TestAnUpdatedContractRunsAtOnceAndAnOldOneAfterGoingBack(t *testing.T) {
	expectAllPass(t, countingHelpers+`
access(all) fun testUpdate() {
    count()
    Test.assertEqual(1, total())
    let before = height()
    deploy("Doubled")
    count()
    Test.assertEqual(3, total())
    Test.reset(to: before)
    Test.assertEqual(1, total())
    count()
    Test.assertEqual(2, total())
}
access(all) fun testSnapshots() {
    let before = total()
    Test.createSnapshot(name: "before")
    deploy("Doubled")
    count()
    Test.assertEqual(before + 2, total())
    Test.loadSnapshot(name: "before")
    count()
    Test.assertEqual(before + 1, total())
}
`)
}

func TestAScriptDoesNotSeeTheContractsOfAnUnsealedBlock(t *testing.T) {
	expectAllPass(t, countingHelpers+`
access(all) fun testUnsealed() {
    let house = Test.getAccount(0x7)
    let code = "transaction(code: String) { prepare(a: auth(UpdateContract) &Account) { a.contracts.update(name: \"Counter\", code: code.utf8) } }"
    let changed = Test.readFile("../contracts/Counter.cdc")
        .replaceAll(of: "import \"FungibleToken\"", with: "import FungibleToken from 0x2")
        .replaceAll(of: "total = self.total + 1 }", with: "total = self.total + 1 }\n    access(all) view fun isNew(): Bool { return true }")
    let ask = "import \"Counter\"\naccess(all) fun main(): Bool { return Counter.isNew() }"
    Test.addTransaction(Test.Transaction(code: code, authorizers: [house.address], signers: [house], arguments: [changed]))
    let use = "import \"Counter\"\ntransaction { execute { assert(Counter.isNew()) } }"
    Test.addTransaction(Test.Transaction(code: use, authorizers: [], signers: [], arguments: []))
    Test.expect(Test.executeNextTransaction()!, Test.beSucceeded())
    Test.expect(Test.executeNextTransaction()!, Test.beSucceeded())
    Test.expect(Test.executeScript(ask, []), Test.beFailed())
    Test.commitBlock()
    Test.expect(Test.executeScript(ask, []), Test.beSucceeded())
}
`)
}

func TestTimeStandsStillUnlessItIsMoved(t *testing.T) {
	expectAllPass(t, countingHelpers+`
access(all) fun testTime() {
    let start = now()
    count()
    Test.assertEqual(start, now())
    Test.moveTime(by: 1.0)
    Test.assertEqual(start + 1.0, now())
    let before = height()
    Test.moveTime(by: 86400.0)
    Test.assertEqual(start + 86401.0, now())
    Test.reset(to: before)
    Test.assertEqual(start + 1.0, now())
    count()
    Test.assertEqual(start + 1.0, now())
}
`)
}

func TestBlockTimesOfTestsAreExactToTheNanosecond(t *testing.T) {
	chain, err := newTestChain(&flowjson.Project{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	start := chain.blockchain.PendingBlockTimestamp()
	chain.MoveTime(3)
	if moved := chain.blockchain.PendingBlockTimestamp().Sub(start); moved != 3*time.Second || start.Nanosecond() != 0 {
		t.Fatalf("the clock began at %s and moved by %s", start, moved)
	}
}

func TestATestReadsTheSeedOfTheRun(t *testing.T) {
	dir := testproject.WriteProject(t, map[string]string{"tests/seed_test.cdc": `import Test
access(all) fun testSeed() { Test.assertEqual("42", Test.readFile("seed.txt")) }
`})
	tests, err := newTestRun(filepath.Join(dir, "flow.json"), false)
	if err != nil {
		t.Fatal(err)
	}
	for seed, passes := range map[uint64]bool{42: true, 43: false, 0: false} {
		tests.files = newTestFiles(seed)
		outcomes := tests.runFile(filepath.Join(dir, "tests/seed_test.cdc"))
		if (outcomes[0].err == nil) != passes || !tests.files.isSeedUsed {
			t.Errorf("seed %d: %v", seed, outcomes)
		}
	}
}

// Keys 6, 7 and 8 have half of the required weight each; the key that the account was created with is revoked.
var sharedAccount = countingHelpers + fmt.Sprintf(`
access(all) let keys: {Int: String} = {6: %q, 7: %q, 8: %q, 9: %q}
`, publicKeyHex(6), publicKeyHex(7), publicKeyHex(8), publicKeyHex(9)) + `
access(all) let shared = Test.createAccount()
access(all) fun withKeys(_ numbers: [Int]): [Test.TestAccount] {
    return numbers.map(fun (n: Int): Test.TestAccount {
        return Test.TestAccount(address: shared.address, publicKey: PublicKey(
            publicKey: keys[n]!.decodeHex(), signatureAlgorithm: SignatureAlgorithm.ECDSA_P256))
    })
}
access(all) fun run(_ name: String, _ signers: [Test.TestAccount], _ arguments: [AnyStruct]): Test.TransactionResult {
    return Test.executeTransaction(Test.Transaction(code: Test.readFile("../transactions/\(name).cdc"),
        authorizers: [shared.address], signers: signers, arguments: arguments))
}
access(all) fun share() {
    for n in [6, 7, 8] {
        Test.expect(run("add_key", [shared], [keys[n]!, 500.0]), Test.beSucceeded())
    }
    Test.expect(run("revoke", [shared], [0]), Test.beSucceeded())
}
`

func publicKeyHex(number uint64) string {
	return hex.EncodeToString(newTestKey(number).PublicKey().Encode())
}

func TestSeveralKeysOfOneAccountSignTogether(t *testing.T) {
	expectAllPass(t, sharedAccount+`
access(all) fun testKeys() {
    share()
    Test.assertError(run("revoke", withKeys([6]), [3]), errorMessage: "sufficient signatures (500 < 1000)")
    Test.assertError(run("revoke", [shared], [3]), errorMessage: "revoked")
    Test.expect(run("revoke", withKeys([8, 6]), [3]), Test.beSucceeded())
    Test.assertError(run("revoke", withKeys([6, 8]), [2]), errorMessage: "revoked")
    Test.expect(run("add_key", withKeys([6, 7]), [keys[8]!, 500.0]), Test.beSucceeded())
    Test.expect(run("revoke", withKeys([6, 8]), [2]), Test.beSucceeded())
}
`)
}

func TestASignerWithAForeignKeyIsAMistakeOfTheTest(t *testing.T) {
	failures := runCadence(t, sharedAccount+"access(all) fun testForeign() { share()\n run(\"revoke\", withKeys([9, 6]), [3]) }\n")
	if message := failures["testForeign"]; !strings.Contains(message, "has no key "+publicKeyHex(9)) || strings.Contains(message, "goroutine") {
		t.Fatalf("the failure is %q", message)
	}
}
