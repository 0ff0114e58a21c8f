// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// Pictures that exist entirely on chain: name and image need no server.
contract Postcards is ERC721, Ownable {
    using Strings for uint256;

    uint256 public nextId = 1;

    constructor() ERC721("Countersign Postcards", "CARD") Ownable(msg.sender) {}

    function mint(address to) external onlyOwner returns (uint256 id) {
        id = nextId++;
        _mint(to, id);
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        string memory image = string.concat(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 150 100'><rect width='150' height='100' fill='hsl(",
            ((id * 67) % 360).toString(),
            " 45% 42%)'/><text x='75' y='60' font-size='28' text-anchor='middle' fill='#fff'>No. ",
            id.toString(),
            "</text></svg>"
        );
        bytes memory metadata = abi.encodePacked(
            '{"name":"Postcard ',
            id.toString(),
            '","description":"A postcard of the local chain","image":"data:image/svg+xml;base64,',
            Base64.encode(bytes(image)),
            '"}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(metadata));
    }
}
