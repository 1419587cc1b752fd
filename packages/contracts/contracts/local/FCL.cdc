/// The account book of the FCL dev wallet, which reads and writes it by this name and these functions
/// on the service account. Every account in it holds the wallet's one key. Never deploy it on a public network.
access(all) contract FCL {

    access(all) let bookStoragePath: StoragePath

    access(all) struct FCLKey {
        access(all) let publicKey: [UInt8]
        access(all) let signatureAlgorithm: UInt8
        access(all) let hashAlgorithm: UInt8

        init(publicKey: [UInt8], signatureAlgorithm: UInt8, hashAlgorithm: UInt8) {
            self.publicKey = publicKey
            self.signatureAlgorithm = signatureAlgorithm
            self.hashAlgorithm = hashAlgorithm
        }
    }

    access(all) struct FCLAccount {
        access(all) let type: String
        access(all) let address: Address
        access(all) let keyId: Int
        access(all) let label: String
        access(all) let scopes: [String]

        init(address: Address, label: String, scopes: [String]) {
            self.type = "ACCOUNT"
            self.address = address
            self.keyId = 0
            self.label = label
            self.scopes = scopes
        }
    }

    access(all) resource Book {
        access(all) let key: FCLKey
        access(all) let accounts: {Address: FCLAccount}

        init(key: FCLKey) {
            self.key = key
            self.accounts = {}
        }

        access(contract) fun put(_ account: FCLAccount) {
            self.accounts[account.address] = account
        }
    }

    access(all) fun accounts(): &{Address: FCLAccount} {
        return self.book().accounts
    }

    access(all) fun getServiceKey(): &FCLKey {
        return self.book().key
    }

    access(all) fun add(address: Address, label: String, scopes: [String]) {
        self.book().put(FCLAccount(address: address, label: label, scopes: scopes))
    }

    access(all) fun update(address: Address, label: String, scopes: [String]) {
        self.add(address: address, label: label, scopes: scopes)
    }

    /// A new account with the wallet's key, paid for by the service account.
    access(all) fun new(label: String, scopes: [String], address: Address?): &Account {
        let account = Account(payer: self.account)
        let key = self.book().key
        let added = account.keys.add(
            publicKey: PublicKey(
                publicKey: key.publicKey.map(fun (_ byte: UInt8): UInt8 { return byte }),
                signatureAlgorithm: SignatureAlgorithm(key.signatureAlgorithm)!
            ),
            hashAlgorithm: HashAlgorithm(key.hashAlgorithm)!,
            weight: 1000.0
        )
        assert(added.keyIndex == 0, message: "FCL.new: The wallet signs with key 0, not \(added.keyIndex)")
        self.add(address: address ?? account.address, label: label, scopes: scopes)
        return account
    }

    access(self) view fun book(): &Book {
        return self.account.storage.borrow<&Book>(from: self.bookStoragePath)
            ?? panic("FCL: The account \(self.account.address) has lost its book")
    }

    init(publicKey: String, hashAlgorithm: UInt8, signAlgorithm: UInt8) {
        self.bookStoragePath = /storage/FCL_DEV_WALLET
        let key = FCLKey(
            publicKey: publicKey.decodeHex(),
            signatureAlgorithm: signAlgorithm,
            hashAlgorithm: hashAlgorithm
        )
        self.account.storage.save(<- create Book(key: key), to: self.bookStoragePath)
        self.add(address: self.account.address, label: "Service Account", scopes: [])
    }
}
