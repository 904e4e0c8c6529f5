{"share": [=share], "gateway": [=gateway], "bridge": [=bridge]}
