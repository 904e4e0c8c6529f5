# -*- mode: ruby -*-
# Written by hybridlab from Vagrantfile.ftl and templates/vagrant; the next `hybridlab up` writes it again.
# Plain vagrant works here as well: vagrant status, vagrant ssh MACHINE, vagrant halt.

# `hybridlab up` loads Vagrant while it makes the lab's network, and then writes a line.
abort if ENV["HYBRIDLAB_WAITS"] == "1" && $stdin.gets.nil?

Vagrant.configure("2") do |config|
  # Nothing is asked of the internet, and nothing of the host's disk is shared, unless the lab file says so.
  config.vm.box_check_update = false
  config.vm.synced_folder ".", "/vagrant", disabled: true
  config.vm.allow_fstab_modification = false
  config.vm.boot_timeout = 300

  # The lab's own key opens its machines. Vagrant's public key only does until hybridlab has taken it out.
  config.ssh.username = "vagrant"
  config.ssh.insert_key = false
  config.ssh.private_key_path = [
    'ssh/id_ed25519',
    File.join(ENV.fetch("VAGRANT_HOME", File.join(Dir.home, ".vagrant.d")), "insecure_private_key"),
  ]

  config.vm.define 'control' do |machine|
    machine.vm.hostname = 'control'
    # hybridlab writes the hosts file itself, with all of the lab's machines in it.
    machine.vm.allow_hosts_modification = false
    machine.vm.box = 'hybridlab/linux'
    # Named, so that Vagrant does not ask for a switch. It ignores all other network settings.
    machine.vm.network "private_network", bridge: "Default Switch"
    machine.vm.provider "hyperv" do |hyperv|
      hyperv.vmname = 'hl-first-cluster-0a1b2c-control'
      hyperv.cpus = 2
      # Equal, so that Hyper-V does not take memory back from a running kubelet.
      hyperv.memory = 2048
      hyperv.maxmemory = 2048
      hyperv.linked_clone = true
      hyperv.enable_automatic_checkpoints = false
      hyperv.ip_address_timeout = 300
    end
    # The adapter on the lab's own switch, found inside the machine by its hardware address. Each start of a machine that
    # was off connects all its adapters to the Default Switch (VagrantVM.psm1), so it is connected here each time.
    # Spoofing is on because pods' frames carry hardware addresses that Hyper-V did not give out.
    machine.trigger.after :up, :reload, :snapshot_restore do |trigger|
      trigger.name = "the lab's network"
      trigger.run = { inline: <<~'POWERSHELL' }
        $ErrorActionPreference = 'Stop'
        if (-not (Get-VMNetworkAdapter -VMName 'hl-first-cluster-0a1b2c-control' -Name lab -ErrorAction SilentlyContinue)) {
          Add-VMNetworkAdapter -VMName 'hl-first-cluster-0a1b2c-control' -Name lab -SwitchName 'hl-first-cluster-0a1b2c' -StaticMacAddress '5254000A380A'
        }
        Connect-VMNetworkAdapter -VMName 'hl-first-cluster-0a1b2c-control' -Name lab -SwitchName 'hl-first-cluster-0a1b2c'
        Set-VMNetworkAdapter -VMName 'hl-first-cluster-0a1b2c-control' -Name lab -MacAddressSpoofing On
      POWERSHELL
    end
  end

  config.vm.define 'node' do |machine|
    machine.vm.hostname = 'node'
    # hybridlab writes the hosts file itself, with all of the lab's machines in it.
    machine.vm.allow_hosts_modification = false
    machine.vm.box = 'hybridlab/linux'
    # Named, so that Vagrant does not ask for a switch. It ignores all other network settings.
    machine.vm.network "private_network", bridge: "Default Switch"
    machine.vm.provider "hyperv" do |hyperv|
      hyperv.vmname = 'hl-first-cluster-0a1b2c-node'
      hyperv.cpus = 2
      # Equal, so that Hyper-V does not take memory back from a running kubelet.
      hyperv.memory = 2048
      hyperv.maxmemory = 2048
      hyperv.linked_clone = true
      hyperv.enable_automatic_checkpoints = false
      hyperv.ip_address_timeout = 300
    end
    # The adapter on the lab's own switch, found inside the machine by its hardware address. Each start of a machine that
    # was off connects all its adapters to the Default Switch (VagrantVM.psm1), so it is connected here each time.
    # Spoofing is on because pods' frames carry hardware addresses that Hyper-V did not give out.
    machine.trigger.after :up, :reload, :snapshot_restore do |trigger|
      trigger.name = "the lab's network"
      trigger.run = { inline: <<~'POWERSHELL' }
        $ErrorActionPreference = 'Stop'
        if (-not (Get-VMNetworkAdapter -VMName 'hl-first-cluster-0a1b2c-node' -Name lab -ErrorAction SilentlyContinue)) {
          Add-VMNetworkAdapter -VMName 'hl-first-cluster-0a1b2c-node' -Name lab -SwitchName 'hl-first-cluster-0a1b2c' -StaticMacAddress '5254000A380B'
        }
        Connect-VMNetworkAdapter -VMName 'hl-first-cluster-0a1b2c-node' -Name lab -SwitchName 'hl-first-cluster-0a1b2c'
        Set-VMNetworkAdapter -VMName 'hl-first-cluster-0a1b2c-node' -Name lab -MacAddressSpoofing On
      POWERSHELL
    end
  end
end
