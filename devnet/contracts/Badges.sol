// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// Badges of which one can hold several.
contract Badges is ERC1155, Ownable {
    string public constant name = "Countersign Badges";
    string public constant symbol = "BADGE";

    constructor()
        ERC1155('data:application/json,{"name":"Badge","description":"A badge of the local chain"}')
        Ownable(msg.sender)
    {}

    function mint(address to, uint256 id, uint256 amount) external onlyOwner {
        _mint(to, id, amount, "");
    }
}
