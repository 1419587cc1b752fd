import "DharmaGovernance"

/// Moves the admin from the account of the contract to the account of the DAO, whose keys must each weigh less
/// than a full signature. The account of the contract notes where it went. Signed by both.
transaction {

    let dao: Address

    prepare(signer: auth(LoadValue, SaveValue) &Account, dao: auth(SaveValue) &Account) {
        let admin <- signer.storage.load<@DharmaGovernance.Admin>(from: DharmaGovernance.adminStoragePath)
            ?? panic("The account \(signer.address) does not hold the admin of the DAO")
        dao.storage.save(<- admin, to: DharmaGovernance.adminStoragePath)
        signer.storage.save(dao.address, to: /storage/dharmaDaoAddress)
        self.dao = dao.address
    }

    post {
        getAccount(self.dao).storage.type(at: DharmaGovernance.adminStoragePath) == Type<@DharmaGovernance.Admin>():
            "The admin did not arrive at \(self.dao)"
    }
}
