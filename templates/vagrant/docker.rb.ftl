    # The lab's network is the machine's only one. Its ssh port is published on the loopback address, at a port that
    # docker picks, because Vagrant takes a machine's address from there; ssh then goes straight to the machine.
    machine.vm.network "forwarded_port", id: "ssh", guest: 22, host: 2222, disabled: true
    machine.ssh.host = [=m.machine.address]
    machine.ssh.port = 22
    # Spares Vagrant the look for the guest's system, of which it needs nothing here.
    machine.vm.guest = "linux"
    # `hybridlab up` waits for ssh by itself, with a finer clock than Vagrant's. A port that is not published tells
    # Vagrant that it need not even try.
    waits = ENV["HYBRIDLAB_UP"] != "1"
    machine.ssh.guest_port = waits ? 22 : 1
    machine.vm.provider "docker" do |docker|
      docker.name = [=m.own.container]
      docker.image = [=m.box]
      docker.remains_running = true
      docker.has_ssh = waits
      # An orderly halt takes seconds; what is destroyed need not be orderly.
      docker.stop_timeout = ENV["HYBRIDLAB_DESTROY"] == "1" ? 0 : 20
      # The box takes this as the only key before its ssh server starts: Vagrant's public key never opens it.
      docker.env = { "HYBRIDLAB_AUTHORIZED_KEY" => [=authorizedKey] }
      docker.create_args = [
<#list m.own.arguments as argument>
        [=argument],
</#list>
      ]
    end
