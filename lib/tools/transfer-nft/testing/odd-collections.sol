// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Declares what it is told to declare, and answers like an ERC-721 about token 1.
contract OddCollection {
    string public name;
    string public tokenURI_;
    bool private immutable is721;
    bool private immutable is1155;
    address public holder;
    address public approved;

    constructor(string memory name_, string memory uri, bool is721_, bool is1155_, address approved_) {
        name = name_;
        tokenURI_ = uri;
        is721 = is721_;
        is1155 = is1155_;
        holder = msg.sender;
        approved = approved_;
    }

    function supportsInterface(bytes4 id) external view returns (bool) {
        if (id == 0x01ffc9a7) return is721 || is1155;
        if (id == 0x80ac58cd) return is721;
        return id == 0xd9b67a26 && is1155;
    }

    function ownerOf(uint256 id) public view returns (address) {
        require(id == 1, "no such token");
        return holder;
    }

    function getApproved(uint256) external view returns (address) {
        return approved;
    }

    function tokenURI(uint256) external view returns (string memory) {
        return tokenURI_;
    }

    function safeTransferFrom(address from, address to, uint256) external virtual {
        require(from == holder && msg.sender == holder, "not yours");
        holder = to;
    }
}

/// Logs with each transfer that the token's approval has ended, as many collections do.
contract LoggingCollection is OddCollection {
    event Approval(address indexed owner, address indexed approved, uint256 indexed id);
    event Transfer(address indexed from, address indexed to, uint256 indexed id);

    constructor() OddCollection("Stamps", "", true, false, address(0)) {}

    function safeTransferFrom(address from, address to, uint256 id) external override {
        require(from == holder && msg.sender == holder, "not yours");
        emit Approval(from, address(0), id);
        emit Transfer(from, to, id);
        holder = to;
    }
}

/// Gives every token to the thief, whoever was meant to get it.
contract ThievishCollection is OddCollection {
    address private immutable thief;

    constructor(address thief_) OddCollection("Gifts", "", true, false, address(0)) {
        thief = thief_;
    }

    function safeTransferFrom(address, address, uint256) external override {
        holder = thief;
    }
}

/// Answers "yes" to everything, like a contract with a careless fallback.
contract YesCollection {
    fallback() external {
        assembly {
            mstore(0, 1)
            return(0, 32)
        }
    }
}

/// Burns all gas that comes with a query.
contract EndlessCollection {
    fallback() external {
        while (true) {}
    }
}

/// Accepts nothing that is sent safely.
contract Vault {}
