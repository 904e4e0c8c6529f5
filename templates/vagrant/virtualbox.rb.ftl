    machine.vm.box = [=m.box]
<#if m.machine.windows??>
    # hybridlab sets the address inside: Vagrant can do so by WinRM only.
    machine.vm.network "private_network", ip: [=m.machine.address], netmask: [=m.own.netmask], mac: [=m.mac], auto_config: false
<#else>
    machine.vm.network "private_network", ip: [=m.machine.address], netmask: [=m.own.netmask]
</#if>
    # By its address, as two machines must not have the same: a suspended one cannot go on once its port is taken.
    machine.vm.network "forwarded_port", id: "ssh", guest: 22, host: [=m.own.sshPort], host_ip: "127.0.0.1", auto_correct: true
<#if m.machine.windows?? && m.machine.windows.shell.id() == "winrm">
    machine.vm.network "forwarded_port", id: "winrm", guest: 5985, host: [=m.own.winrmPort], host_ip: "127.0.0.1", auto_correct: true
    machine.vm.network "forwarded_port", id: "winrm-ssl", guest: 5986, host: [=m.own.winrmSslPort], host_ip: "127.0.0.1", auto_correct: true
</#if>
    machine.vm.provider "virtualbox" do |virtualbox|
      virtualbox.name = [=m.own.name]
      virtualbox.cpus = [=m.machine.cpus]
      virtualbox.memory = [=m.machine.memoryMiB]
      virtualbox.linked_clone = true
      virtualbox.check_guest_additions = false
<#if m.own.foreignFrames>
      # Pods' frames carry hardware addresses that VirtualBox did not give out; else it drops them.
      virtualbox.customize ["modifyvm", :id, "--nicpromisc2", "allow-all"]
</#if>
    end
