    machine.vm.box = [=m.box]
    # Named, so that Vagrant does not ask for a switch. It ignores all other network settings.
    machine.vm.network "private_network", bridge: "Default Switch"
    machine.vm.provider "hyperv" do |hyperv|
      hyperv.vmname = [=m.own.name]
      hyperv.cpus = [=m.machine.cpus]
      # Equal, so that Hyper-V does not take memory back from a running kubelet.
      hyperv.memory = [=m.machine.memoryMiB]
      hyperv.maxmemory = [=m.machine.memoryMiB]
      hyperv.linked_clone = true
      hyperv.enable_automatic_checkpoints = false
<#if m.machine.windows??>
      # Its box sets itself up at its first boot, and may report no address before that. Less than hybridlab's own limit, which
      # would end Vagrant before it says what is missing.
      hyperv.ip_address_timeout = [=windowsBootSeconds - 300]
<#else>
      hyperv.ip_address_timeout = 300
</#if>
    end
    # The adapter on the lab's own switch, found inside the machine by its hardware address. Each start of a machine that
    # was off connects all its adapters to the Default Switch (VagrantVM.psm1), so it is connected here each time.
    # Spoofing is on because pods' frames carry hardware addresses that Hyper-V did not give out.
    machine.trigger.after :up, :reload, :snapshot_restore do |trigger|
      trigger.name = "the lab's network"
      trigger.run = { inline: <<~'POWERSHELL' }
        $ErrorActionPreference = 'Stop'
        if (-not (Get-VMNetworkAdapter -VMName '[=m.own.name?no_esc]' -Name lab -ErrorAction SilentlyContinue)) {
          Add-VMNetworkAdapter -VMName '[=m.own.name?no_esc]' -Name lab -SwitchName '[=m.own.switch?no_esc]' -StaticMacAddress '[=m.own.mac?no_esc]'
        }
        Connect-VMNetworkAdapter -VMName '[=m.own.name?no_esc]' -Name lab -SwitchName '[=m.own.switch?no_esc]'
        Set-VMNetworkAdapter -VMName '[=m.own.name?no_esc]' -Name lab -MacAddressSpoofing On
      POWERSHELL
    end
